import { type Html, html } from "../../core/text/html.ts";
import { dayWords, formatOf, momentWords } from "../../domain/time/date-words.ts";

const DAY_MS = 86_400_000;
const time = formatOf({ hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const thisYear = formatOf({ day: "numeric", month: "long", timeZone: "UTC" });

/** A moment in words, for lists: "Today at 18:23", "Yesterday at 09:00", "3 November". All in UTC. */
export function when(at: Date, now: Date): string {
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(at.getTime() / DAY_MS);
  const near = { [-1]: "Tomorrow", 0: "Today", 1: "Yesterday" }[days];
  if (near) return `${near} at ${time.format(at)}`;
  return at.getUTCFullYear() === now.getUTCFullYear() ? thisYear.format(at) : dayWords(at);
}

/** The same with the whole moment behind it. */
export const showWhen = (at: Date, now: Date): Html =>
  html`<time datetime="${at.toISOString()}" title="${momentWords(at)}">${when(at, now)}</time>`;
