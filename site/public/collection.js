// A collection in the editor: its buttons and a handle to drag save at once, without loading the page.

import { prefix, said } from "./words.js";

const list = document.querySelector("[data-items]");
const news = document.createElement("p");
news.className = "small muted";
news.setAttribute("role", "status");

const items = () => [...list.children];
const tell = (text) => {
  news.textContent = text;
};

/** Puts the items as the site has them. What is here no longer, or not yet, needs the page anew. */
function arrange({ order, first, last }) {
  const byId = new Map(items().map((item) => [item.dataset.id, item]));
  const isSame = order.length === byId.size && order.every((id) => byId.has(String(id)));
  if (!isSame) return location.reload();
  const focused = document.activeElement;
  list.append(...order.map((id) => byId.get(String(id))));
  for (const [index, item] of items().entries()) {
    item.querySelector("button[value=up]").hidden = first && index === 0;
    item.querySelector("button[value=down]").hidden = last && index === order.length - 1;
  }
  if (!list.contains(focused)) return;
  (focused.hidden ? focused.parentElement.querySelector("button:not([hidden])") : focused).focus();
}

async function send(form, words) {
  list.setAttribute("aria-busy", "true");
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of Object.entries(words)) body.set(name, value);
  try {
    const headers = { accept: "application/json" };
    const response = await fetch(prefix + list.dataset.items, { method: "POST", body, headers });
    const answer = await response.json().catch(() => undefined);
    if (!response.ok || !answer) return tell(answer?.detail ?? said("failed"));
    arrange(answer);
    return answer;
  } catch {
    tell(said("offline"));
  } finally {
    list.removeAttribute("aria-busy");
  }
}

const nameOf = (item) => item.querySelector("h3").textContent.trim();
const placeOf = (item) =>
  said("place", { name: nameOf(item), place: items().indexOf(item) + 1, count: items().length });

async function press(form, button) {
  const item = form.closest(".item");
  if (list.getAttribute("aria-busy")) return;
  const what = button.value;
  if (what === "remove") {
    const next = item.nextElementSibling ?? item.previousElementSibling;
    const name = nameOf(item);
    const place = item.nextSibling;
    item.remove();
    if (!(await send(form, { do: what }))) return list.insertBefore(item, place);
    tell(said("gone", { name }));
    return (next?.querySelector("a") ?? document.getElementById("product"))?.focus();
  }
  const answer = await send(form, { do: what });
  if (answer) tell(what === "note" ? answer.note : placeOf(item));
}

function addHandle(item) {
  const handle = document.createElement("span");
  handle.className = "handle";
  handle.draggable = true;
  handle.title = said("drag");
  handle.setAttribute("aria-hidden", "true");
  let before;
  handle.addEventListener("dragstart", ({ dataTransfer }) => {
    before = item.nextElementSibling;
    dataTransfer.effectAllowed = "move";
    dataTransfer.setData("text/plain", "");
    dataTransfer.setDragImage(item, 20, 20);
    item.classList.add("moving");
  });
  handle.addEventListener("dragend", async () => {
    item.classList.remove("moving");
    const { previousElementSibling: above, nextElementSibling: below } = item;
    if (below === before) return;
    const place = above ? { after: above.dataset.id } : { before: below.dataset.id };
    if (await send(item.querySelector("form.row"), { do: "move", ...place })) tell(placeOf(item));
    else list.insertBefore(item, before);
  });
  item.prepend(handle);
}

if (list) {
  list.before(news);
  list.addEventListener("submit", (event) => {
    if (!event.submitter) return;
    event.preventDefault();
    void press(event.target, event.submitter);
  });
  list.addEventListener("dragover", (event) => {
    const moving = list.querySelector(".moving");
    if (!moving) return;
    event.preventDefault();
    const item = event.target.closest(".item");
    if (!item || item === moving) return;
    const { top, height } = item.getBoundingClientRect();
    if (event.clientY < top + height / 2) item.before(moving);
    else item.after(moving);
  });
  list.addEventListener("drop", (event) => {
    if (list.querySelector(".moving")) event.preventDefault();
  });
  for (const item of items()) addHandle(item);
}
