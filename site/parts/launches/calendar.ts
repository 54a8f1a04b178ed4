import type { Deps } from "../../../actions/context.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { weekAfter, weekOf } from "../../../domain/launches/launch-week.ts";
import { formatOf } from "../../../domain/time/date-words.ts";

const DAY_MS = 24 * 3600_000;

const MOMENT = {
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

type World = Pick<Deps, "store" | "settings" | "now">;

export async function nextLaunchAt({ store, settings, now }: World): Promise<Date> {
  const at = now();
  const nextWeek = weekAfter(weekOf(at, settings.SITE_TIMEZONE), settings.SITE_TIMEZONE).startsAt;
  const planned = await store.launches.nextPlanned(at);
  return planned && planned < nextWeek ? planned : nextWeek;
}

/** The days, hours and minutes left until a moment, which the page's script keeps right. */
export function clock(at: Date, { now }: Pick<World, "now">): Html {
  const ms = Math.max(0, at.getTime() - now().getTime());
  const parts = { day: ms / DAY_MS, hour: (ms % DAY_MS) / 3600_000, minute: (ms % 3600_000) / 60_000 };
  const cells = Object.entries(parts).map(
    ([unit, value]) =>
      html`<span><b>${Math.floor(value)}</b> <span>${Math.floor(value) === 1 ? unit : `${unit}s`}</span></span> `,
  );
  return html`<p class="clock" data-countdown="${at.toISOString()}">${cells}</p>`;
}

/** "Monday 30 November at 00:00 UTC". */
export const momentInWords = (at: Date, zone: string): string => formatOf({ ...MOMENT, timeZone: zone }).format(at);

export function countdown(at: Date, { settings, now }: Pick<World, "settings" | "now">): Html {
  const zone = settings.SITE_TIMEZONE;
  const iso = at.toISOString();
  return html`${clock(at, { now })}
<p class="small muted"><time datetime="${iso}">${momentInWords(at, zone)}</time><span data-local="${iso}"
data-zone="${zone}" hidden></span></p>`;
}

const MOST_WEEKS = 1000;
const inWords = { long: new Map<string, string>(), short: new Map<string, string>() };

/** A week in words: "16 to 22 November 2026", or "16 to 22 Nov". Its days do not depend on time zones. */
export function weekDays(monday: string, month: "long" | "short" = "long"): string {
  const known = inWords[month].get(monday);
  if (known !== undefined) return known;
  if (inWords[month].size >= MOST_WEEKS) inWords[month].clear();
  const words = daysInWords(monday, month);
  inWords[month].set(monday, words);
  return words;
}

function daysInWords(monday: string, month: "long" | "short"): string {
  const first = Temporal.PlainDate.from(monday);
  const last = first.add({ days: 6 });
  const show = (date: Temporal.PlainDate, options: Intl.DateTimeFormatOptions) =>
    formatOf({ ...options, day: "numeric", timeZone: "UTC" }).format(
      new Date(Date.UTC(date.year, date.month - 1, date.day)),
    );
  const withYear = month === "long" ? ({ month, year: "numeric" } as const) : { month };
  const from = first.year !== last.year ? withYear : first.month !== last.month ? { month } : {};
  return `${show(first, from)} to ${show(last, withYear)}`;
}

/** "30 November", or with its weekday "Monday 30 November". */
export function dayInWords(date: string, { weekday = false } = {}): string {
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "long", timeZone: "UTC" };
  return formatOf(weekday ? { ...options, weekday: "long" } : options).format(new Date(`${date}T00:00:00Z`));
}

export const launchDay = ({ launch_week: monday }: { launch_week: string | null }): string =>
  monday === null ? "Soon" : dayInWords(monday, { weekday: true });

export const weekPath = (monday: string): string => `/launches/weeks/${monday}`;
