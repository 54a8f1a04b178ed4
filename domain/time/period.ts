/** Days as YYYY-MM-DD, inclusive. */
export type Period = { from: string; to: string };

const ends = (first: Temporal.PlainDate, months: number): Period => ({
  from: first.toString(),
  to: first.add({ months }).subtract({ days: 1 }).toString(),
});

export function quarterOf(day: string): Period {
  const date = Temporal.PlainDate.from(day);
  return ends(date.with({ month: date.month - ((date.month - 1) % 3), day: 1 }), 3);
}

export const yearOf = (day: string): Period => ({ from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` });

/** The preceding quarter or year. */
export const periodBefore = ({ from }: Period, of: (day: string) => Period): Period =>
  of(Temporal.PlainDate.from(from).subtract({ days: 1 }).toString());

/** 2026-Q4. */
export const quarterName = (day: string): string =>
  `${day.slice(0, 4)}-Q${Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1}`;

export const isWithin = (day: string, { from, to }: Period): boolean => day >= from && day <= to;

/** A typed period; undefined for nonexistent days or if it ends before it begins. */
export function readPeriod(from: string, to: string): Period | undefined {
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString() === text;
  } catch {
    return false;
  }
}

export const dayIn = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
