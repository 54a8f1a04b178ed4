import { isComplete, periodsOf, placesOfPeriod } from "../../domain/award-periods.ts";
import type { Tx } from "../../store/store.ts";

/** Gives the awards of each month and year whose weeks all have theirs, once. */
export async function givePeriodAwards(tx: Tx, now: Date): Promise<void> {
  const weeks = await tx.trophies.awardedWeeks();
  const [first] = weeks;
  if (first === undefined) return;
  const awarded = new Set(weeks);
  const given = new Set(await tx.trophies.awardedPeriods());
  const open = new Set(weeks.flatMap(periodsOf)).difference(given);
  for (const period of open)
    if (isComplete(period, awarded, first))
      await tx.trophies.give(period, placesOfPeriod(await tx.trophies.weekAwards(period)), now);
}
