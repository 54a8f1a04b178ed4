/** A launch week: Monday 00:00 to the next Monday 00:00 in the site's zone, half open. Named by its Monday, YYYY-MM-DD. */
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

/** The week in which an instant lies; `weeks` later (or earlier, when negative). */
export function weekOf(instant: Date, zone: string, weeks = 0): Week {
  const day = plain(instant, zone);
  return weekFrom(day.subtract({ days: day.dayOfWeek - 1 }).add({ weeks }), zone);
}
