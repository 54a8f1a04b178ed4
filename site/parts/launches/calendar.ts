import type { Deps } from "#actions/context.ts";
import { type Html, html } from "#core/text/html.ts";
import { dayOf, weekOf } from "#domain/launches/launch-week.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import { rangeText } from "#domain/time/date-words.ts";
import { date, formattedOnce, joined, noun, t, type Words, wordsWith } from "#languages/words.ts";

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
  const [at, zone] = [now(), settings.SITE_TIMEZONE];
  const { endsAt } = isDaily(store) ? dayOf(at, zone) : weekOf(at, zone);
  const planned = await store.launches.nextPlanned(at);
  return planned && planned < endsAt ? planned : endsAt;
}

/** The days, hours and minutes left until a moment, which the page's script keeps right. */
export function clock(at: Date, { now }: Pick<World, "now">): Html {
  const ms = Math.max(0, at.getTime() - now().getTime());
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / 3600_000),
    Math.floor((ms % 3600_000) / 60_000),
  ];
  const cell = (value: number, unit: Words) => html`<span><b>${value}</b> <span>${unit}</span></span> `;
  const cells = [
    cell(days, noun(days, "day")),
    cell(hours, noun(hours, "hour")),
    cell(minutes, noun(minutes, "minute")),
  ];
  return html`<p class="clock" data-countdown="${at.toISOString()}">${cells}</p>`;
}

const moments = new Map<string, Intl.DateTimeFormatOptions>();
/** "Monday 30 November at 00:00 UTC". */
export const momentInWords = (at: Date, zone: string): Words =>
  date(
    at,
    moments.getOrInsertComputed(zone, () => ({ ...MOMENT, timeZone: zone })),
  );

export function countdown(at: Date, { settings, now }: Pick<World, "settings" | "now">): Html {
  const zone = settings.SITE_TIMEZONE;
  const iso = at.toISOString();
  return html`${clock(at, { now })}
<p class="small muted"><time datetime="${iso}">${momentInWords(at, zone)}</time><span data-local="${iso}"
data-zone="${zone}" hidden></span></p>`;
}

const DAY = { day: "numeric", month: "long", timeZone: "UTC" } as const;
const WEEKDAY = { ...DAY, weekday: "long" } as const;
const MOST_WEEKS = 1000;
const LENGTHS = { long: { ...DAY, year: "numeric" }, short: { ...DAY, month: "short" } } as const;
const inWords = { long: new Map<string, Words>(), short: new Map<string, Words>() };

/** A week in words: "16 to 22 November 2026", or "16 to 22 Nov". Its days do not depend on time zones. */
export function weekDays(monday: string, length: "long" | "short" = "long"): Words {
  const known = inWords[length];
  if (known.size >= MOST_WEEKS) known.clear();
  return known.getOrInsertComputed(monday, () => {
    const first = new Date(`${monday}T00:00:00Z`);
    const last = new Date(first.getTime() + 6 * DAY_MS);
    const options = LENGTHS[length];
    // A range over the end of a year always names both years.
    const isShort = length === "short" && first.getUTCFullYear() !== last.getUTCFullYear();
    const range = isShort
      ? joined([date(first, options), date(last, options)], " – ")
      : rangeText(first, last, options);
    return formattedOnce((language) => range.in(language));
  });
}

/** "30 November", or with its weekday "Monday 30 November". */
export const dayInWords = (day: string, { weekday = false } = {}): Words =>
  date(new Date(`${day}T00:00:00Z`), weekday ? WEEKDAY : DAY);

const FULL = { ...WEEKDAY, year: "numeric" } as const;
/** "Monday 30 November 2026". */
export const fullDay = (day: string): Words => date(new Date(`${day}T00:00:00Z`), FULL);

export const launchDay = ({ launch_week: monday }: { launch_week: string | null }): Words =>
  monday === null ? t`Soon` : wordsWith("weekly", dayInWords(monday, { weekday: true }), weekDays(monday, "short"));

export const weekPath = (monday: string): string => `/launches/weeks/${monday}`;
