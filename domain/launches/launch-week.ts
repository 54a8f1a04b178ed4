/**
 * A launch week from Monday 00:00 to the next Monday 00:00 in the site's zone (exclusive), named by
 * its Monday, YYYY-MM-DD.
 */
export type Week = { monday: string; startsAt: Date; endsAt: Date };

const plain = (day: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(day.getTime()).toZonedDateTimeISO(zone).toPlainDate();

const startOf = (date: Temporal.PlainDate, zone: string): Date =>
  new Date(date.toZonedDateTime(zone).epochMilliseconds);

const weekFrom = (monday: Temporal.PlainDate, zone: string): Week => ({
  monday: monday.toString(),
  startsAt: startOf(monday, zone),
  endsAt: startOf(monday.add({ days: 7 }), zone),
});

const MOST_WEEKS = 1000;
/** Cached, because Temporal is slow and pages ask for the same few weeks. */
const weeksAfter = new Map<string, Week>();
/** The last requested week per zone, usually the current one. */
const lastWeeks = new Map<string, Week>();

/** The week of an instant; `weeks` later (or earlier, if negative). */
export function weekOf(instant: Date, zone: string, weeks = 0): Week {
  const last = lastWeeks.get(zone);
  const isLast = last && instant >= last.startsAt && instant < last.endsAt;
  const week = isLast ? last : weekAround(instant, zone);
  lastWeeks.set(zone, week);
  return weeks === 0 ? week : weekAfter(week, zone, weeks);
}

function weekAround(instant: Date, zone: string): Week {
  const day = plain(instant, zone);
  return weekFrom(day.subtract({ days: day.dayOfWeek - 1 }), zone);
}

/**
 * The week of a calendar day, YYYY-MM-DD; undefined if the day does not exist or its year is not
 * four digits.
 */
export function weekOfDay(day: string, zone: string): Week | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < "0001-01-02" || day > "9998-12-31") return undefined;
  try {
    const date = Temporal.PlainDate.from(day, { overflow: "reject" });
    return weekFrom(date.subtract({ days: date.dayOfWeek - 1 }), zone);
  } catch {
    return undefined;
  }
}

export function weekAfter({ monday }: Pick<Week, "monday">, zone: string, weeks = 1): Week {
  const key = `${zone} ${monday} ${weeks}`;
  const known = weeksAfter.get(key);
  if (known) return known;
  if (weeksAfter.size >= MOST_WEEKS) weeksAfter.clear();
  const week = weekFrom(Temporal.PlainDate.from(monday).add({ weeks }), zone);
  weeksAfter.set(key, week);
  return week;
}

/** A day from 00:00 to 00:00 in the site's zone (exclusive), of 23 to 25 hours. */
export type Day = { date: string; startsAt: Date; endsAt: Date };

const dayFrom = (date: Temporal.PlainDate, zone: string): Day => ({
  date: date.toString(),
  startsAt: startOf(date, zone),
  endsAt: startOf(date.add({ days: 1 }), zone),
});

/** A calendar day, or one `days` later. */
export const dayNamed = (day: string, zone: string, days = 0): Day | undefined =>
  weekOfDay(day, zone) && dayFrom(Temporal.PlainDate.from(day).add({ days }), zone);

export const dayOf = (instant: Date, zone: string, days = 0): Day => dayFrom(plain(instant, zone).add({ days }), zone);

export const daysOf = ({ monday }: Pick<Week, "monday">, zone: string): Day[] =>
  Array.from({ length: 7 }, (_, days) => dayFrom(Temporal.PlainDate.from(monday).add({ days }), zone));

type Planned = { id: number; launchAt: Date | null; launchWeek: string | null };

/**
 * When a listing launches: at 00:00 of the day that its team chose, else of its Monday. Where each day has a race,
 * those without a choice spread over their week. Undefined before it has a week.
 */
export function launchStart({ id, launchAt, launchWeek }: Planned, zone: string, isDaily: boolean): Date | undefined {
  if (launchAt || launchWeek === null) return launchAt ?? undefined;
  return isDaily ? dayNamed(launchWeek, zone, id % 7)?.startsAt : weekOfDay(launchWeek, zone)?.startsAt;
}

export const dateOf = (instant: Date, zone: string): string => plain(instant, zone).toString();
