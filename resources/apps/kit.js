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
  if (!(await openLink(url))) say(t`Open ${url}`);
}

export const link = (label, url, className = "link") => button(label, () => visit(url), className);

export async function attempt(run) {
  try {
    await run();
    return true;
  } catch (error) {
    say(error.message || t`The assistant did not answer.`, true);
    return false;
  }
}

/** @type {{ tags: string[], rightToLeft: string[], title: string, words: Record<string, Record<string, Json>> }} */
const catalog = JSON.parse(at("words").textContent);
const root = document.documentElement;
let speech;

/** The site's language that the host speaks, else its first. */
function spoken() {
  const wanted = root.dataset.locale ?? "";
  if (speech?.wanted === wanted) return speech;
  const { tags } = catalog;
  const [base] = wanted.toLowerCase().split("-");
  const tag =
    tags.find((each) => each.toLowerCase() === wanted.toLowerCase()) ??
    tags.find((each) => each.toLowerCase().split("-")[0] === base) ??
    tags[0];
  const own = tag.split("-")[0] === base ? wanted : tag;
  const locale = tag === "en" ? (/^en-[A-Z]{2}$/.test(wanted) ? wanted : tag) : `${own}-u-ca-gregory-nu-latn`;
  speech = { wanted, locale, words: catalog.words[tag] ?? {}, rules: new Intl.PluralRules(tag) };
  root.lang = tag;
  root.dir = catalog.rightToLeft.includes(tag) ? "rtl" : "ltr";
  document.title = word(catalog.title);
  return speech;
}
export const locale = () => spoken().locale;

const filled = (steps, parts) => steps.map((step) => (typeof step === "number" ? parts[step] : step)).join("");
/** A sentence of ours. The page has it in the languages of the site: as texts, and the places of its parts. */
export function t(literals, ...parts) {
  const known = spoken().words[literals.join("{}")];
  return known ? filled(known, parts) : String.raw({ raw: literals }, ...parts);
}
/** A word of ours that comes with the data. */
export const word = (english) => spoken().words[english]?.join("") ?? english;

/** A number with its noun. Nouns must be literals, and never inside of a sentence. */
export function plural(count, one, many = `${one}s`) {
  const { words, rules } = spoken();
  const forms = words[`${one}/${many}`] ?? { one: `{count} ${one}`, other: `{count} ${many}` };
  return (forms[rules.select(count)] ?? forms.other).replace("{count}", count.toLocaleString(locale()));
}
export const listed = (items) => new Intl.ListFormat(locale(), { type: "unit" }).format(items);

export const shortUrl = (url) => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

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
    say(words || t`The assistant did not answer.`, true);
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
    cancelled: () => fail(t`The call was stopped.`),
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
