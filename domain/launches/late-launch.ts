import { plural, type Words } from "#languages/words.ts";
import type { Week } from "./launch-week.ts";

/** With less than this left in the week, launching on Monday is better than launching now. */
const LITTLE_MS = 3 * 24 * 3600_000;
const HOUR_MS = 3600_000;

export type LateLaunch = { left: Words; monday: string };

export function lateLaunch(now: Date, thisWeek: Week, nextWeek: Week): LateLaunch | undefined {
  const leftMs = thisWeek.endsAt.getTime() - now.getTime();
  if (leftMs >= LITTLE_MS) return undefined;
  const hours = Math.max(1, Math.floor(leftMs / HOUR_MS));
  return { left: plural(hours, "hour"), monday: nextWeek.monday };
}
