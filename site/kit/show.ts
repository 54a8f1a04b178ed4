import { type Html, html } from "../../core/text/html.ts";
import { once } from "../../domain/text/once.ts";
import { dayWords, formatOf, momentWords } from "../../domain/time/date-words.ts";

const day = formatOf({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const minute = formatOf({
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const DAY_MS = 86_400_000;
const MOST_DAYS = 5000;
const days = new Map<number, string>();

/** Formatting a day takes longer than most parts of a page, and pages show the same few. */
function dayOf(at: Date): string {
  const nth = Math.floor(at.getTime() / DAY_MS);
  const known = days.get(nth);
  if (known !== undefined) return known;
  if (days.size >= MOST_DAYS) days.clear();
  const text = day.format(at);
  days.set(nth, text);
  return text;
}

export const showDay = (at: Date): Html => html`<time datetime="${at.toISOString()}">${dayOf(at)}</time>`;
export const showTime = (at: Date): Html => html`<time datetime="${at.toISOString()}">${minute.format(at)} UTC</time>`;

export const showUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

/** An address or command with a copy button. The button shows only if scripts run. */
export const copyable = (id: string, text: string): Html =>
  html`<div class="copy"><code id="${id}">${text}</code><button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>`;

export const copyableBlock = (id: string, text: string): Html =>
  html`<div class="copy"><pre tabindex="0"><code id="${id}">${text}</code></pre>
<button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>`;

/** "Firefox on Linux": enough to recognize one's own browser. */
export function showBrowser(userAgent: string | null): string {
  const find = (names: Record<string, RegExp>) =>
    Object.entries(names).find(([, pattern]) => pattern.test(userAgent ?? ""))?.[0];
  const browser = find({ Edge: /Edg\//, Opera: /OPR\//, Firefox: /Firefox\//, Chrome: /Chrome\//, Safari: /Safari\// });
  const system = find({
    iOS: /iPhone|iPad/,
    Android: /Android/,
    Windows: /Windows/,
    macOS: /Mac OS X/,
    ChromeOS: /CrOS/,
    Linux: /Linux/,
  });
  if (!browser && !system) return "An unknown browser";
  return `${browser ?? "A browser"}${system ? ` on ${system}` : ""}`;
}

const time = formatOf({ hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const thisYear = formatOf({ day: "numeric", month: "long", timeZone: "UTC" });

/** A moment in words, for lists: "Today at 18:23", "Yesterday at 09:00", "3 November". All in UTC. */
export function when(at: Date, now: Date): string {
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(at.getTime() / DAY_MS);
  const near = { [-1]: "Tomorrow", 0: "Today", 1: "Yesterday" }[days];
  if (near) return `${near} at ${time.format(at)}`;
  return at.getUTCFullYear() === now.getUTCFullYear() ? thisYear.format(at) : dayWords(at);
}

export const showWhen = (at: Date, now: Date): Html =>
  html`<time datetime="${at.toISOString()}" title="${momentWords(at)}">${when(at, now)}</time>`;

const regions = once(() => new Intl.DisplayNames("en", { type: "region", fallback: "code" }));

const names = new Map<string, string>();

/** The English name of a two-letter country code; anything else unchanged. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const name = names.get(code) ?? regions().of(code) ?? code;
  names.set(code, name);
  return name;
}
