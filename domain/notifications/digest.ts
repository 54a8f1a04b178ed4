import { type Week, weekAfter, weekOf } from "../launches/launch-week.ts";
import { SETTLING_MS } from "../launches/ranking.ts";

export const DIGEST_HOUR = 8;
export const SPREAD_MS = 3600_000;
export const MINUTE_MS = 60_000;

/** Keeps a digest below the 102 kB at which Gmail clips emails. */
export const DIGEST_MOST = {
  inCategory: 5,
  launches: 20,
  searches: 5,
  inSearch: 2,
  products: 5,
  categories: 20,
} as const;

/** A subscriber's fixed offset within the hour in ms, evenly distributed (FNV-1a). */
export function turnOf(subscriberId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < subscriberId.length; at++)
    hash = Math.imul(hash ^ subscriberId.charCodeAt(at), 0x01000193) >>> 0;
  return hash % SPREAD_MS;
}

export type Reader = { id: string; zone: string | null };

/** When a reader gets a week's edition: the first morning after its awards are final. */
export function editionTime(week: Week, { id, zone }: Reader, siteZone: string): Date {
  const final = Temporal.Instant.fromEpochMilliseconds(week.endsAt.getTime() + SETTLING_MS);
  const there = final.toZonedDateTimeISO(zone ?? siteZone);
  const morningOf = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: there.timeZoneId, plainTime: Temporal.PlainTime.from({ hour: DIGEST_HOUR }) });
  const sameDay = morningOf(there.toPlainDate());
  const isPast = Temporal.ZonedDateTime.compare(sameDay, there) < 0;
  const morning = isPast ? morningOf(there.toPlainDate().add({ days: 1 })) : sameDay;
  return new Date(morning.epochMilliseconds + turnOf(id));
}

/** The next edition that a reader has not received, and its time. */
export function nextEdition(
  after: Date,
  reader: Reader & { lastWeek: string | null },
  siteZone: string,
): { week: Week; at: Date } {
  let week = weekOf(after, siteZone, -2);
  while (week.monday <= (reader.lastWeek ?? "") || editionTime(week, reader, siteZone) <= after)
    week = weekAfter(week, siteZone);
  return { week, at: editionTime(week, reader, siteZone) };
}

/** The newest edition due for a reader; undefined before their turn or if already sent. */
export function editionDue(
  now: Date,
  reader: Reader & { lastWeek: string | null },
  siteZone: string,
): Week | undefined {
  for (const back of [-1, -2]) {
    const week = weekOf(now, siteZone, back);
    if (editionTime(week, reader, siteZone) <= now) return week.monday > (reader.lastWeek ?? "") ? week : undefined;
  }
  return undefined;
}

/** Subscribers per minute, so that a backlog is also spread over an hour. */
export const perMinute = (subscribers: number): number => Math.max(1, Math.ceil(subscribers / 60));
