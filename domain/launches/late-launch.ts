import { plural, type Words } from "#languages/words.ts";
import type { Week } from "./launch-week.ts";

/** With less than this left in the week, launching on Monday is better than launching now. */
const LITTLE_MS = 3 * 24 * 3600_000;
const HOUR_MS = 3600_000;

export type LateLaunch = { left: Words; monday: string };

/** What is left of a running week: in hours during its last three days, else in days. */
export function timeLeft(now: Date, { endsAt }: Week): Words {
  const hours = Math.max(1, Math.floor((endsAt.getTime() - now.getTime()) / HOUR_MS));
  return hours < LITTLE_MS / HOUR_MS ? plural(hours, "hour") : plural(Math.floor(hours / 24), "day");
}

export function lateLaunch(now: Date, thisWeek: Week, nextWeek: Week): LateLaunch | undefined {
  const leftMs = thisWeek.endsAt.getTime() - now.getTime();
  if (leftMs >= LITTLE_MS) return undefined;
  return { left: timeLeft(now, thisWeek), monday: nextWeek.monday };
}
