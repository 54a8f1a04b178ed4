import { keysOf } from "../text/keys.ts";

/** Reminders a week and a day before a launch. Each kind is a separate notification setting. */
export const REMINDERS = {
  week: { fromHours: 7 * 24, toHours: 5 * 24, kind: "reminder_week" },
  day: { fromHours: 24, toHours: 2, kind: "reminder_day" },
} as const;
export type ReminderKind = keyof typeof REMINDERS;
const REMINDER_KINDS = keysOf(REMINDERS);

const HOUR_MS = 3600_000;

/** The reminder due now; a missed one is not sent late. */
export function dueReminder(launchAt: Date, now: Date): ReminderKind | undefined {
  const hours = (launchAt.getTime() - now.getTime()) / HOUR_MS;
  return REMINDER_KINDS.find((kind) => hours <= REMINDERS[kind].fromHours && hours > REMINDERS[kind].toHours);
}
