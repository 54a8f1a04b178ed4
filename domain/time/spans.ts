/** A half-open span. `date` is its first day in the zone, YYYY-MM-DD. */
export type Span = { date: string; from: Date; to: Date };

const today = (now: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();

function spansBetween(starts: readonly Temporal.PlainDate[], zone: string): Span[] {
  const startOf = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(zone).epochMilliseconds);
  return starts.flatMap((date, at) => {
    const next = starts[at + 1];
    return next ? [{ date: date.toString(), from: startOf(date), to: startOf(next) }] : [];
  });
}

/** The last days in a zone up to today, oldest first. */
export function lastDays(count: number, now: Date, zone: string): Span[] {
  const first = today(now, zone).subtract({ days: count - 1 });
  return spansBetween(
    Array.from({ length: count + 1 }, (_, days) => first.add({ days })),
    zone,
  );
}

/** The last calendar months in a zone up to this one, oldest first. */
export function lastMonths(count: number, now: Date, zone: string): Span[] {
  const first = today(now, zone)
    .with({ day: 1 })
    .subtract({ months: count - 1 });
  return spansBetween(
    Array.from({ length: count + 1 }, (_, months) => first.add({ months })),
    zone,
  );
}
