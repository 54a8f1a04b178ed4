/** The reminders before a launch: a week and a day before it. Each is a notification of its own. */
export const REMINDERS = {
  week: { fromHours: 7 * 24, toHours: 5 * 24, kind: "reminder_week" },
  day: { fromHours: 24, toHours: 2, kind: "reminder_day" },
} as const;
export type ReminderKind = keyof typeof REMINDERS;
const REMINDER_KINDS = Object.keys(REMINDERS) as ReminderKind[];

const HOUR_MS = 3600_000;

/** The reminder that is due for a launch at a moment. One that comes too late is not sent any more. */
export function dueReminder(launchAt: Date, now: Date): ReminderKind | undefined {
  const hours = (launchAt.getTime() - now.getTime()) / HOUR_MS;
  return REMINDER_KINDS.find((kind) => hours <= REMINDERS[kind].fromHours && hours > REMINDERS[kind].toHours);
}
