import { isComplete, periodsOf, placesOfPeriod } from "../../domain/launches/award-periods.ts";
import { kindOfPeriod } from "../../domain/launches/trophy.ts";
import type { Tx } from "../../store/store.ts";
import { notifyOfAward } from "./notify-of-award.ts";

/** Awards each month and year once all its weeks have their awards. */
export async function givePeriodAwards(tx: Tx, now: Date): Promise<void> {
  const weeks = await tx.trophies.awardedWeeks();
  const [first] = weeks;
  if (first === undefined) return;
  const awarded = new Set(weeks);
  const given = new Set(await tx.trophies.awardedPeriods());
  const open = new Set(weeks.flatMap(periodsOf)).difference(given);
  for (const period of open) {
    if (!isComplete(period, awarded, first)) continue;
    const places = placesOfPeriod(await tx.trophies.weekAwards(period));
    for (const { id, listingId, place } of await tx.trophies.give(period, places, now))
      await notifyOfAward(tx, { id, listingId, kind: kindOfPeriod(period), place }, now);
  }
}
