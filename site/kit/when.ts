import { type Html, html } from "../../core/html.ts";

const DAY_MS = 86_400_000;
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const thisYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const anyYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** A moment in words, for lists: "Today at 18:23", "Yesterday at 09:00", "3 November". All in UTC. */
export function when(at: Date, now: Date): string {
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(at.getTime() / DAY_MS);
  const near = { [-1]: "Tomorrow", 0: "Today", 1: "Yesterday" }[days];
  if (near) return `${near} at ${time.format(at)}`;
  return (at.getUTCFullYear() === now.getUTCFullYear() ? thisYear : anyYear).format(at);
}

/** The same with the whole moment behind it. */
export const showWhen = (at: Date, now: Date): Html =>
  html`<time datetime="${at.toISOString()}" title="${anyYear.format(at)}, ${time.format(at)} UTC">${when(at, now)}</time>`;
