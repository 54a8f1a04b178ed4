import { type Html, html } from "../../core/text/html.ts";
import { formatOf } from "../../domain/time/date-words.ts";

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

const DAY_MS = 24 * 3600_000;
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

/** A URL as people write it, without scheme and www. */
export const showUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

/** An address or command with a copy button. The button shows only if scripts run. */
export const copyable = (id: string, text: string): Html =>
  html`<div class="copy"><code id="${id}">${text}</code><button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>`;

/** The same for text with several lines or without wrapping. */
export const copyableBlock = (id: string, text: string): Html =>
  html`<div class="copy"><pre tabindex="0"><code id="${id}">${text}</code></pre><button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>`;

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
