// Comfort only: every page works without it.

import { locale, prefix, said } from "./words.js";

const toast = document.createElement("div");
toast.className = "toast";
toast.setAttribute("role", "status");
document.body.append(toast);
let toastTimer;
function say(text) {
  toast.textContent = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    toast.textContent = "";
  }, 6000);
}

// Copying

async function copied(button, text) {
  const label = button.querySelector("span") ?? button;
  const before = label.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return say(said("notCopied"));
  }
  label.textContent = said("copied");
  setTimeout(() => {
    label.textContent = before;
  }, 1600);
}
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const source = document.getElementById(button.dataset.copy);
    if (!source) continue;
    button.hidden = false;
    button.addEventListener("click", () => copied(button, source.textContent.trim()));
  }
}
for (const button of document.querySelectorAll("button[data-share]")) {
  const url = document.querySelector("link[rel=canonical]")?.href ?? location.href;
  if (!navigator.share && !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    if (!navigator.share) return copied(button, url);
    navigator.share({ title: document.title, url }).catch(() => undefined);
  });
}

// A page in the reader's language is offered, once: nothing redirects, since an address shows the same to all

const baseOf = (tag) => tag.toLowerCase().split("-")[0];
const languages = [...document.querySelectorAll(".languages a")];
const chosen = "language-chosen";
function choose() {
  try {
    localStorage.setItem(chosen, "yes");
  } catch {}
}
function hasChosen() {
  try {
    return localStorage.getItem(chosen) !== null;
  } catch {
    return true;
  }
}
for (const link of languages) link.addEventListener("click", choose);
const [preferred] = navigator.languages.flatMap(
  (tag) => languages.find(({ lang }) => baseOf(lang) === baseOf(tag)) ?? [],
);
if (preferred?.dataset.offer && !hasChosen()) {
  const offer = document.createElement("aside");
  const link = document.createElement("a");
  const button = document.createElement("button");
  const line = document.createElement("div");
  offer.className = "language-offer";
  line.className = "wrap row between";
  Object.assign(link, {
    href: preferred.href,
    lang: preferred.lang,
    dir: "auto",
    textContent: preferred.dataset.offer,
  });
  Object.assign(button, { type: "button", className: "quiet slim", textContent: said("dismiss") });
  link.addEventListener("click", choose);
  button.addEventListener("click", () => {
    choose();
    offer.remove();
  });
  line.append(link, button);
  offer.append(line);
  // Above the header, since the scenes of some pages reach up to it.
  document.querySelector(".top").before(offer);
}

/** Tabs at the edges of their row fade over so many pixels. */
const TAB_FADE = 16;
const tab = document.querySelector(".tabs [aria-current]");
if (tab) {
  const row = tab.parentElement;
  const [one, all] = [tab, row].map((each) => each.getBoundingClientRect());
  const hidden = Math.max(0, one.right - all.right + TAB_FADE) || Math.min(0, one.left - all.left - TAB_FADE);
  row.scrollLeft += hidden;
}

// Votes and follows: shown at once, taken back when the site says no

function show(form, isOn) {
  const button = form.querySelector("button[data-on]");
  const words = isOn ? button.dataset.on : button.dataset.off;
  form.dataset.on = String(isOn);
  form.querySelector("input[value=on], input[value=off]").value = isOn ? "off" : "on";
  const label = button.querySelector("span");
  if (label) label.textContent = words;
  else button.setAttribute("aria-label", words);
  form.closest(".vote")?.classList.toggle("cheer", isOn);
}
/** What a form does, in any language. */
const actionOf = (form) => form.getAttribute("action").slice(prefix.length);
/** Below this a count is not shown. */
const FEW = 5;
const each = (name, action, change) => {
  for (const element of document.querySelectorAll(`[data-${name}="${CSS.escape(action)}"]`)) change(element);
};
export function count(action, value) {
  each("count-of", action, (element) => {
    element.textContent = String(value);
    element.toggleAttribute("data-few", value < FEW);
  });
  each("noun-of", action, (element) => {
    element.textContent = ` ${said(element.dataset.one, { count: value })}`;
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-toggle]") || event.defaultPrevented) return;
  event.preventDefault();
  const toggled = form.dataset.busy ? undefined : toggle(form);
  // The assistant of the browser has filled it in, and is told what became of it.
  if (event.agentInvoked) event.respondWith(Promise.resolve(toggled));
});

async function toggle(form) {
  form.dataset.busy = "true";
  const action = actionOf(form);
  const body = new URLSearchParams(new FormData(form));
  const wasOn = form.dataset.on === "true";
  // The page of a listing has its vote twice, of which one is in sight.
  const twins = document.querySelectorAll(`form[data-toggle][action="${CSS.escape(prefix + action)}"]`);
  const showAll = (isOn) => {
    for (const twin of twins) show(twin, isOn);
  };
  const before = Number(document.querySelector(`[data-count-of="${CSS.escape(action)}"]`)?.textContent);
  count(action, before + (wasOn ? -1 : 1));
  showAll(!wasOn);
  const takeBack = (text) => {
    showAll(wasOn);
    count(action, before);
    say(text);
  };
  try {
    const response = await fetch(prefix + action, { method: "POST", body, headers: { accept: "application/json" } });
    const answer = await response.json().catch(() => undefined);
    if (!response.ok || !answer) takeBack(answer?.detail ?? said("failed"));
    else {
      showAll(answer.on);
      count(action, answer.count);
      if (answer.note) say(answer.note);
    }
  } catch {
    takeBack(said("offline"));
  } finally {
    delete form.dataset.busy;
  }
  return { on: form.dataset.on === "true" };
}

// A picture that is still being copied has one pixel. The first three are asked for again.

for (const seconds of [3, 10, 30])
  setTimeout(() => {
    const waiting = [...document.querySelectorAll("main img[src*='/pictures/']")].filter(
      (image) => image.complete && image.naturalWidth === 1,
    );
    for (const image of waiting.slice(0, 3)) image.src = `${image.src.split("?")[0]}?after=${seconds}`;
  }, seconds * 1000);

// Search as you type: the same page, of which the results are taken

for (const form of document.querySelectorAll("form[data-live]")) {
  let timer;
  let running;
  const address = () => {
    const query = new URLSearchParams(
      [...new FormData(form)].filter(([, value]) => typeof value === "string" && value.trim() !== ""),
    );
    return `${form.getAttribute("action")}${query.size ? `?${query}` : ""}`;
  };
  /** Takes a part from the answer. What was focused, opened, closed and typed is so again. */
  function replace(part, fresh) {
    const held = part.contains(document.activeElement) ? document.activeElement : undefined;
    const focused = held?.id;
    const caret = held?.selectionStart;
    if (typeof caret === "number" && focused) fresh.querySelector(`#${CSS.escape(focused)}`)?.replaceWith(held);
    const folds = new Map([...part.querySelectorAll("details")].map(({ dataset, open }) => [dataset.of, open]));
    part.replaceChildren(...fresh.childNodes);
    for (const details of part.querySelectorAll("details"))
      details.open = folds.get(details.dataset.of) ?? details.open;
    if (focused) document.getElementById(focused)?.focus();
    if (caret > 0) held.setSelectionRange(caret, caret);
  }
  async function refresh() {
    running = new AbortController();
    const { signal } = running;
    const results = document.getElementById(form.dataset.live);
    results.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address(), { signal, headers: { accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById(form.dataset.live);
      if (!fresh) throw new Error("no results in the answer");
      replace(results, fresh);
      const parts = document.getElementById(form.dataset.parts);
      const freshParts = parts && page.getElementById(parts.id);
      if (freshParts) replace(parts, freshParts);
      // Boxes lead to an address that says what they ask.
      history.replaceState(null, "", response.url);
      results.removeAttribute("aria-busy");
    } catch (error) {
      if (error.name === "AbortError") return;
      results.removeAttribute("aria-busy");
      say(said("notFound"));
    }
  }
  // Fields of the form may stand elsewhere. Bounds are complete once they are left.
  const isBound = ({ type }) => type === "number" || type === "date";
  const onChange = ({ target, type }) => {
    if (target.form !== form || isBound(target) !== (type === "change")) return;
    // An answer to older values would undo what is typed now.
    running?.abort();
    clearTimeout(timer);
    timer = setTimeout(refresh, 140);
  };
  document.addEventListener("input", onChange);
  document.addEventListener("change", onChange);
}

for (const form of document.querySelectorAll("form[data-preview]")) {
  const shown = document.getElementById(form.dataset.preview);
  const text = form.querySelector("textarea");
  let timer;
  let running;
  async function preview() {
    running?.abort();
    running = new AbortController();
    const body = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
    body.set("do", "preview");
    shown.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(form.getAttribute("action"), {
        method: "POST",
        body,
        signal: running.signal,
        headers: { accept: "text/html" },
      });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = response.ok && page.getElementById(form.dataset.preview);
      if (fresh) shown.replaceChildren(...fresh.childNodes);
    } catch {
      // A newer preview is under way, or the next one may find the network.
    }
    shown.setAttribute("aria-busy", "false");
  }
  form.addEventListener("input", (event) => {
    if (event.target.type === "file") return;
    clearTimeout(timer);
    timer = setTimeout(preview, 400);
  });
  text.addEventListener("blur", () => {
    if (form.elements.cursor) form.elements.cursor.value = text.selectionStart;
  });
}

// Names to choose from while typing

for (const input of document.querySelectorAll("input[data-suggest]")) {
  const list = document.getElementById(input.dataset.suggest);
  let timer;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const q = input.value.trim();
      if (q.length < 2) return;
      const response = await fetch(`/api/v1/listings?${new URLSearchParams({ q, per_page: "8" })}`).catch(
        () => undefined,
      );
      if (!response?.ok) return;
      const { items } = await response.json();
      list.replaceChildren(...items.map(({ name }) => new Option("", name)));
    }, 140);
  });
}

// Time, in the reader's own zone

const units = [86_400_000, 3_600_000, 60_000];
function timeLeft(ms) {
  return units.map((size, index) => Math.floor((index ? ms % units[index - 1] : ms) / size));
}
const countdowns = [...document.querySelectorAll("[data-countdown]")];
const tick = () => {
  for (const element of countdowns) {
    const left = timeLeft(Math.max(0, new Date(element.dataset.countdown).getTime() - Date.now()));
    for (const [index, cell] of element.querySelectorAll("b").entries()) cell.textContent = String(left[index]);
  }
};
const room = document.querySelector(".room [data-countdown]");
async function openRoom() {
  if (!room || Date.now() < new Date(room.dataset.countdown).getTime()) return;
  const page = await fetch(location.pathname).then(
    (response) => response.ok && response.text(),
    () => false,
  );
  if (!page || page.includes(`data-countdown="${room.dataset.countdown}"`)) return;
  document.documentElement.classList.add("opening");
  location.replace(location.pathname);
}
if (countdowns.length) {
  const tock = () => {
    tick();
    void openRoom();
  };
  tock();
  setInterval(tock, 30_000);
}
const local = new Intl.DateTimeFormat(locale, {
  weekday: "long",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});
for (const element of document.querySelectorAll("[data-local]")) {
  const at = new Date(element.dataset.local);
  if (at.toLocaleString("en") === at.toLocaleString("en", { timeZone: element.dataset.zone })) continue;
  element.textContent = ` (${said("yourTime", { time: local.format(at) })})`;
  element.hidden = false;
}

const reel = document.querySelector(".reel");
if (reel) {
  const thumbs = [...document.querySelectorAll(".thumbs a")];
  const shares = new Map();
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) shares.set(target, intersectionRatio);
      // The first of those that show equally: before the layout is done, all of them do.
      const [shown] = [...reel.children].sort((a, b) => (shares.get(b) ?? 0) - (shares.get(a) ?? 0));
      for (const thumb of thumbs) thumb.toggleAttribute("aria-current", thumb.hash === `#${shown.id}`);
    },
    { root: reel, threshold: 0.6 },
  );
  for (const picture of reel.children) seen.observe(picture);
  for (const thumb of thumbs)
    thumb.addEventListener("click", (event) => {
      event.preventDefault();
      reel.scrollTo({ left: document.querySelector(thumb.hash).offsetLeft - reel.offsetLeft });
    });
}

// Pictures in full: one dialog each, with arrow keys. Closing returns the focus

const opened = () => document.querySelector(".viewer[open]");
const shut = () => {
  const { id } = opened();
  opened().close();
  reel.querySelector(`a[href="#${id}"]`).focus();
};
const view = (hash) => {
  opened()?.close();
  const dialog = document.querySelector(hash);
  dialog.querySelector("img").loading = "eager";
  dialog.showModal();
};
document.querySelector(".gallery")?.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#view-"], [data-close]');
  if (!link) return;
  event.preventDefault();
  if (link.dataset.close === undefined) view(link.hash);
  else shut();
});
for (const dialog of document.querySelectorAll(".viewer")) {
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    shut();
  });
  dialog.addEventListener("keydown", ({ key }) => {
    const isRightToLeft = getComputedStyle(dialog).direction === "rtl";
    const rel = { ArrowLeft: isRightToLeft ? "next" : "prev", ArrowRight: isRightToLeft ? "prev" : "next" }[key];
    const link = rel && dialog.querySelector(`[rel=${rel}]`);
    if (link) view(link.hash);
  });
}

// Waiting: the page asks again by itself, and loads anew once nothing is left to wait for ------
const waiting = document.querySelector("[data-poll]");
if (waiting) {
  const ask = async () => {
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = answer.ok && page.querySelector("[data-poll]");
      if (!next) {
        location.reload();
        return;
      }
      if (next.textContent !== waiting.textContent) waiting.replaceChildren(...next.childNodes);
    } catch {
      // The network is away; the next try may find it.
    }
    setTimeout(ask, Number(waiting.dataset.poll) * 1000);
  };
  setTimeout(ask, Number(waiting.dataset.poll) * 1000);
}

// A passkey is offered where the device can make one

const offer = document.querySelector("[data-passkey-offer]");
offer?.querySelector("button").addEventListener("click", () => {
  offer.hidden = true;
});
if (offer && window.PublicKeyCredential?.parseCreationOptionsFromJSON)
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
    .then((isThere) => {
      offer.hidden = !isThere;
    })
    .catch(() => undefined);

// Time zones

for (const field of document.querySelectorAll("[data-zone]"))
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

// Long selects

if (document.querySelector("select[data-sift]")) void import("./sift.js");

// Tools for the assistant of a browser that has one

if (document.modelContext) void import("./web-mcp.js");
