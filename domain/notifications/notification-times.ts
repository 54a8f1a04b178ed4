/** No mail and no push in these minutes of the person's day. Equal values mean none. */
export type QuietHours = { timeZone: string; from: number; until: number };

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
/** Time to read it on the site first; what was read is not mailed. */
const MAIL_AFTER_MS = 5 * MINUTE_MS;
const MAIL_EVERY_MS = 60 * MINUTE_MS;
const PUSH_EVERY_MS = 5 * MINUTE_MS;

const localOf = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);

function isQuiet(at: Date, { timeZone, from, until }: QuietHours): boolean {
  const { hour, minute } = localOf(at, timeZone);
  const now = hour * 60 + minute;
  return from < until ? from <= now && now < until : from !== until && (from <= now || now < until);
}

/** The first moment from `at` on outside quiet hours. */
export function afterQuietHours(at: Date, quiet: QuietHours | undefined): Date {
  if (!quiet || !isQuiet(at, quiet)) return at;
  const { timeZone, until } = quiet;
  const local = localOf(at, timeZone);
  const isTomorrow = local.hour * 60 + local.minute >= until;
  const end = local
    .toPlainDate()
    .add({ days: isTomorrow ? 1 : 0 })
    .toPlainDateTime({ hour: Math.floor(until / 60), minute: until % 60 });
  // When clocks change, a minute may occur twice or not at all.
  const endAt = (disambiguation: "earlier" | "later") =>
    new Date(end.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds);
  const earlier = endAt("earlier");
  return earlier > at && !isQuiet(earlier, quiet) ? earlier : endAt("later");
}

type Sent = { at: Date; last: Date | null; quiet: QuietHours | undefined };
const latest = (one: Date, other: number): Date => new Date(Math.max(one.getTime(), other));

export const mailMoment = ({ at, last, quiet }: Sent): Date =>
  nextMailMoment({ at: new Date(at.getTime() + MAIL_AFTER_MS), last, quiet });
export const nextMailMoment = ({ at, last, quiet }: Sent): Date =>
  afterQuietHours(latest(at, (last?.getTime() ?? 0) + MAIL_EVERY_MS), quiet);
export const pushMoment = ({ at, last, quiet }: Sent): Date =>
  afterQuietHours(latest(at, (last?.getTime() ?? 0) + PUSH_EVERY_MS), quiet);

/** "07:30" as minutes of the day; undefined if invalid. */
export function minuteOf(text: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}
export const timeOf = (minute: number): string => {
  const [hours, rest] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours % (DAY_MINUTES / 60)).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
};
