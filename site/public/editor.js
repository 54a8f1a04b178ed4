// Extras of the editor: autosave, a preview beside the form, and chips for lists of words.

import { locale, said } from "./words.js";

const form = document.getElementById("editor");
const news = document.getElementById("editor-said");
const saved = document.getElementById("saved");
const isAutosaved = "autosave" in form.dataset;
const PREVIEW_MS = 400;
const SAVE_MS = 1500;
const LEFT_MS = 500;
const RETRY_MS = 10_000;

const controls = (within = form) =>
  [...within.querySelectorAll("input[name], select[name], textarea[name]")].filter(
    ({ type }) => type !== "hidden" && type !== "file",
  );
/** A box has its value while it is checked. */
const textOf = (control) => (control.type === "checkbox" && !control.checked ? "" : control.value);
function put(control, text) {
  if (control.type === "checkbox") control.checked = text !== "";
  else control.value = text;
}
const read = () => new Map(controls().map((control) => [control.name, textOf(control)]));
const same = (one, other) => one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
const fresh = (field) => field.dispatchEvent(new Event("fresh", { bubbles: true }));
/** The part that an input belongs to: "fields.tagline", "faqs". */
const partOf = (name) =>
  name
    .split(".")
    .slice(0, /^(fields|attributes)\./.test(name) ? 2 : 1)
    .join(".");

for (const plain of document.querySelectorAll("[data-plain]")) plain.hidden = true;

// What is saved, and when

let sentTexts = read();
let unsaved = form.dataset.unsaved.split(" ").filter(Boolean);
let isLeaving = false;
const isDirty = () => unsaved.length > 0 || !same(read(), sentTexts);

const showState = (text) => {
  saved.textContent = text;
};
function showSaved() {
  const at = new Date(saved.dataset.saved);
  const isToday = at.toDateString() === new Date().toDateString();
  const clock = new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    hourCycle: "h23",
    minute: "2-digit",
    ...(!isToday && { day: "numeric", month: "long" }),
  });
  showState(said("saved", { time: clock.format(at) }));
}

addEventListener("beforeunload", (event) => {
  if (!isLeaving && isDirty()) event.preventDefault();
});

// Until it is saved, a text also waits in this tab: a reload or a crash loses nothing.
const shelf = `editor ${location.pathname}`;
function shelve() {
  const parts = new Set([...unsaved, ...controls().flatMap(changedPart)]);
  if (parts.size === 0) return sessionStorage.removeItem(shelf);
  const texts = [...read()].filter(([name]) => parts.has(partOf(name)));
  const marks = [...parts].map((part) => [part, markOf(part)?.value]);
  sessionStorage.setItem(shelf, JSON.stringify({ texts, marks }));
}
const changedPart = (control) => (sentTexts.get(control.name) === textOf(control) ? [] : [partOf(control.name)]);
const markOf = (part) => form.elements[`was.${part}`];
function unshelve() {
  const { texts = [], marks = [] } = JSON.parse(sessionStorage.getItem(shelf) ?? "{}");
  let isOther = false;
  for (const [name, text] of texts) {
    const control = controls().find((each) => each.name === name);
    if (!control || textOf(control) === text) continue;
    put(control, text);
    fresh(control);
    isOther = true;
  }
  // With its old mark, a text that changed elsewhere meanwhile is told apart.
  if (isOther) for (const [part, mark] of marks) if (markOf(part) && mark) markOf(part).value = mark;
  return isOther;
}

// Sending: each answer is the whole page; parts that nobody is typing in are taken over

let running = Promise.resolve();
const timers = {};
const inTurn = (work) => {
  running = running.then(work, work);
  return running;
};

const pageOf = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

/** After another sign-in the form needs the token of that session. */
async function renewToken() {
  const page = await pageOf(await fetch(location.pathname, { headers: { accept: "text/html" } }));
  const token = page.querySelector("#editor [name=csrf]")?.value;
  const isNew = token !== undefined && token !== form.elements.csrf.value;
  if (isNew) form.elements.csrf.value = token;
  return isNew;
}

async function send(act) {
  const body = new URLSearchParams(new FormData(form));
  body.set("act", act);
  const texts = read();
  const response = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
  const page = await pageOf(response);
  const editor = page.getElementById("editor");
  if (!editor && (await renewToken())) return send(act);
  return { texts, page, fresh: editor, isOk: response.ok };
}

/** Why a request did not get through, in words. */
const awayWords = () => said(navigator.onLine ? "signedOut" : "notSavedOffline");

/** What the assistant of the browser has filled in waits for a person who presses the button. */
const isOfAssistant = () => CSS.supports("selector(:tool-form-active)") && form.matches(":tool-form-active");

async function autosave() {
  clearTimeout(timers.save);
  if (!isDirty() || isOfAssistant()) return;
  showState(said("saving"));
  const sent = await send("autosave").catch(() => undefined);
  if (!sent?.fresh || !sent.isOk) {
    showState(awayWords());
    timers.save = setTimeout(() => inTurn(autosave), RETRY_MS);
    return;
  }
  take(sent);
  if (!same(read(), sent.texts)) soon();
}

async function preview() {
  const sent = await send("preview").catch(() => undefined);
  const fresh = sent?.page.getElementById("preview");
  if (fresh) replace(document.getElementById("preview"), fresh);
}

/** An address is saved once it is left: half of one may be the address of someone else. */
function soon(control) {
  clearTimeout(timers.preview);
  timers.preview = setTimeout(() => inTurn(preview), PREVIEW_MS);
  clearTimeout(timers.save);
  if (!isAutosaved || control?.type === "url") return;
  timers.save = setTimeout(() => inTurn(autosave), SAVE_MS);
}

function replace(old, fresh) {
  if (old.innerHTML === fresh.innerHTML) return;
  old.className = fresh.className;
  old.replaceChildren(...fresh.childNodes);
  for (const plain of old.querySelectorAll("[data-plain]")) plain.hidden = true;
}

/** Takes over proof, faults, marks, preview, and texts that were not touched since. */
function take({ page, fresh, texts }, { isPressed = false } = {}) {
  const focused = document.activeElement;
  const since = new Set(
    controls().flatMap((one) => (texts.has(one.name) && texts.get(one.name) !== textOf(one) ? [one.name] : [])),
  );
  for (const card of form.querySelectorAll("[data-card]")) {
    const other = page.getElementById(card.id);
    if (other) takeCard(card, other, { texts, focused, isPressed });
  }
  for (const id of ["marks", "preview", "progress", "missing"]) {
    const [old, other] = [document.getElementById(id), page.getElementById(id)];
    if (old && other) replace(old, other);
  }
  unsaved = fresh.dataset.unsaved.split(" ").filter(Boolean);
  saved.dataset.saved = page.getElementById("saved").dataset.saved;
  // What was typed since it was sent is not saved yet.
  sentTexts = new Map([...read()].map(([name, value]) => [name, since.has(name) ? texts.get(name) : value]));
  shelve();
  if (unsaved.length) showState(said("someUnsaved"));
  else if (isDirty()) showState(said("unsaved"));
  else showSaved();
}

function takeCard(card, other, { texts, focused, isPressed }) {
  const mine = controls(card);
  const theirs = controls(other);
  const isTyped = mine.some((one) => texts.get(one.name) !== textOf(one));
  const isInside = card.contains(focused) && focused.matches("input, select, textarea");
  const hasSameInputs = mine.map(({ name }) => name).join() === theirs.map(({ name }) => name).join();
  if (!hasSameInputs) {
    if (isTyped || isInside) return;
    const isOpen = card.open;
    replace(card, other);
    if (isOpen !== undefined) card.open = isOpen || other.open;
    fresh(card);
    return;
  }
  for (const [index, control] of mine.entries()) {
    const text = textOf(theirs[index]);
    if (textOf(control) === text || texts.get(control.name) !== textOf(control)) continue;
    put(control, text);
    fresh(control);
  }
  const isConflict = other.querySelector("button[value^='mine.']") !== null;
  const isTyping = isInside && !isPressed && !isConflict;
  for (const [index, control] of mine.entries()) takeFault(control, theirs[index], isTyping);
  for (const part of [".tools", ".after"]) {
    const [old, next] = [card.querySelector(part), other.querySelector(part)];
    if (old && next) replace(old, next);
  }
}

/** A fault is not told while its input is still being filled in. */
function takeFault(control, other, isTyping) {
  const shown = control.closest(".field").querySelector(".fault");
  const next = other.closest(".field").querySelector(".fault");
  const input = control.hidden ? control.nextElementSibling.querySelector("input") : control;
  if (shown?.textContent === next?.textContent || (next && isTyping)) return;
  shown?.remove();
  input.toggleAttribute("aria-invalid", false);
  if (!next) return;
  next.setAttribute("role", "alert");
  control.closest(".field").append(next);
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", other.getAttribute("aria-describedby") ?? next.id);
}

// Buttons: what one did stands beside its field

async function press(button) {
  const act = button.value;
  const card = button.closest("[data-card]");
  card?.setAttribute("aria-busy", "true");
  const words = button.innerHTML;
  if (act.startsWith("regenerate")) button.textContent = said("writing");
  const sent = await send(act).catch(() => undefined);
  card?.removeAttribute("aria-busy");
  if (!sent?.fresh) {
    button.innerHTML = words;
    showState(awayWords());
    news.textContent = saved.textContent;
    return;
  }
  const hadFocus = document.activeElement === button || document.activeElement === document.body;
  take(sent, { isPressed: true });
  const notice = sent.page.querySelector(".notice");
  const told = document.getElementById("editor-notice");
  told.replaceChildren(...(!card && notice ? [notice] : []));
  const fault = !sent.isOk && form.querySelector("[aria-invalid=true]");
  news.textContent = card?.querySelector(".did")?.textContent ?? "";
  if (fault && !card) fault.focus();
  else if (card && hadFocus && !document.contains(button))
    (card.querySelector(`.did button, button[value="${CSS.escape(act)}"]`) ?? controls(card)[0])?.focus();
}

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.name !== "act" || button.value === "submit") {
    isLeaving = true;
    return;
  }
  event.preventDefault();
  clearTimeout(timers.save);
  clearTimeout(timers.preview);
  const pressed = inTurn(() => press(button));
  if (event.agentInvoked) event.respondWith(pressed.then(() => saved.textContent));
});
form.addEventListener("input", ({ target }) => {
  if (!target.name) return;
  showState(said("unsaved"));
  shelve();
  soon(target);
});
// A field that loses focus is saved and checked soon, unless a button took the focus.
form.addEventListener("change", () => {
  if (!isAutosaved) return;
  clearTimeout(timers.save);
  timers.save = setTimeout(() => inTurn(autosave), LEFT_MS);
});
for (const event of ["online", "focus"])
  addEventListener(event, () => {
    if (isAutosaved) inTurn(autosave);
  });
addEventListener("pageshow", () => {
  isLeaving = false;
});

const isBack = unshelve();
if (isBack) {
  const back = document.createElement("p");
  back.className = "notice";
  const discard = document.createElement("button");
  discard.type = "button";
  discard.className = "link-button";
  discard.textContent = said("discard");
  discard.addEventListener("click", () => {
    sessionStorage.removeItem(shelf);
    isLeaving = true;
    location.reload();
  });
  back.append(said("back"), " ", discard);
  document.getElementById("editor-notice").replaceChildren(back);
  showState(said("unsaved"));
  soon();
} else if (unsaved.length === 0) showSaved();
