import { isComplete, periodsOf, placesOfPeriod } from "#domain/launches/award-periods.ts";
import { awardPath, kindOfPeriod, type Trophy } from "#domain/launches/trophy.ts";
import type { Tx } from "#store/store.ts";
import { notifyTeam } from "../notifications/notify.ts";

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

export async function notifyOfAward(
  tx: Tx,
  { id, listingId, kind, place }: Pick<Trophy, "id" | "kind" | "place"> & { listingId: number },
  at: Date,
): Promise<void> {
  const listing = await tx.listings.find(listingId);
  if (!listing) return;
  await notifyTeam(tx, listingId, {
    kind: "award",
    key: `award:${id}`,
    words: { kind, place, product: listing.name },
    path: awardPath({ id }),
    at,
    by: null,
  });
}
