// What every view does: wait for its data, draw elements, say what happened.
import { connect, dataOf, openLink, refusalOf } from "./bridge.js";

/** Some hosts never hand on the result: after this long a view reads it itself. */
const PATIENCE_MS = 4000;

/**
 * An element. Text is always text, never markup.
 * @param {string} tag
 * @param {Json} set properties, and attributes for names with a dash or "role"
 * @param {(Node | string | false | null | undefined)[]} inside
 * @returns {Json}
 */
export function make(tag, set = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(set))
    if (name.includes("-") || name === "role") element.setAttribute(name, String(value));
    else element[name] = value;
  element.append(...inside.filter((each) => each || each === 0));
  return element;
}

export const at = (id) => document.getElementById(id);
export const text = (className, ...inside) => make("p", { className }, ...inside);
export const button = (label, onclick, className = "", set = {}) =>
  make("button", { type: "button", className, onclick, ...set }, label);

export function show(nodes, focus = "") {
  const view = at("view");
  view.removeAttribute("aria-busy");
  view.replaceChildren(...nodes.filter(Boolean));
  (view.querySelector(".says") ?? document.body).append(line);
  if (focus) at(focus)?.focus();
}

const line = at("say");
export function say(words, isBad = false) {
  line.textContent = words;
  line.className = isBad ? "bad" : "";
}

export async function visit(url) {
  if (!(await openLink(url))) say(`Open ${url}`);
}

export const link = (label, url, className = "link") => button(label, () => visit(url), className);

export async function attempt(run) {
  try {
    await run();
    return true;
  } catch (error) {
    say(error.message, true);
    return false;
  }
}

export const shortUrl = (url) => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

export function locale() {
  const given = document.documentElement.dataset.locale ?? "";
  return /^en-[A-Z]{2}$/.test(given) ? given : "en";
}
export const plural = (count, one) => `${count.toLocaleString(locale())} ${one}${count === 1 ? "" : "s"}`;

export const allowed = { calls: true, messages: true, fullscreen: false };

/**
 * Connects, and waits for the data.
 * @param {string} name
 * @param {{ take: (data: Json) => void, again: (args: Json) => Promise<Json>, input?: (args: Json) => void, ready?: () => void }} view
 *   `again` reads the data when the host does not deliver it; it must have no effects.
 */
export function start(name, { take, again, input, ready }) {
  let args;
  let isDone = false;
  const arrive = (data) => {
    if (isDone || !data) return;
    isDone = true;
    take(data);
  };
  const fail = (words) => {
    if (isDone) return;
    show([make("h1", { className: "unseen" }, document.title)]);
    say(words, true);
  };
  const readAgain = () => {
    if (!isDone && allowed.calls) again(args).then(arrive, (error) => fail(error.message));
  };
  const connected = connect(name, {
    input(given) {
      args = given;
      input?.(given);
      setTimeout(readAgain, PATIENCE_MS);
    },
    result(result) {
      if (result.isError) return fail(refusalOf(result));
      const data = dataOf(result);
      data ? arrive(data) : readAgain();
    },
    cancelled: () => fail("The call was stopped."),
  });
  connected.then(
    ({ can, modes }) => {
      Object.assign(allowed, {
        calls: !!can.serverTools,
        messages: !!can.message,
        fullscreen: modes.includes("fullscreen"),
      });
      ready?.();
    },
    () => undefined,
  );
}
