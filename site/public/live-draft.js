// A draft in progress: the server sends the page on each change, and its parts are taken over.

import { prefix } from "./words.js";

const PARTS = ["live-save", "live-title", "live-state", "live-pages", "live-keep", "live-facts", "preview"];
const watched = document.querySelector("[data-events]");

/** Contains text of websites, but a parsed document runs no scripts, and the policy allows none. */
function take(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const id of PARTS) {
    const [old, next] = [document.getElementById(id), fresh.getElementById(id)];
    if (!old || !next || old.innerHTML === next.innerHTML) continue;
    old.className = next.className;
    old.replaceChildren(...next.childNodes);
  }
  const name = fresh.querySelector(".draftbar .name b");
  if (name) document.querySelector(".draftbar .name b").replaceChildren(...name.childNodes);
}

if (watched) {
  const source = new EventSource(prefix + watched.dataset.events);
  source.addEventListener("state", ({ data }) => take(JSON.parse(data)));
  source.addEventListener("end", () => source.close());
  source.addEventListener("error", () => {
    // The browser comes back by itself, unless the site refused. Then the page says why.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
  });
}
