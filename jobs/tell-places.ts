import { planPlaces } from "#actions/launches/plan-places.ts";
import { notify } from "#actions/notifications/notify.ts";
import { weekOf } from "#domain/launches/launch-week.ts";
import { PLACE_EVERY_MS } from "#domain/notifications/notification-steps.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

const MINUTE_MS = 60_000;

/**
 * Notifies teams when their place in the week changes, at most once an hour. Changes reversed
 * within it are skipped; the job runs again for those waiting.
 */
export const tellPlaces: JobKind = {
  retryDelaysMs: [MINUTE_MS, 10 * MINUTE_MS],
  async run(_payload, { store, now, settings, wakeJobs }) {
    const at = now();
    const week = weekOf(at, settings.SITE_TIMEZONE);
    const race = (await store.launches.contenders(week)).filter(({ votes }) => votes > 0);
    await store.change(async (tx) => {
      let isEarly = false;
      for (const [index, { listingId }] of race.entries())
        if (await tell(tx, { listingId, place: index + 1, monday: week.monday, at })) isEarly = true;
      if (isEarly) await planPlaces(tx, at);
    });
    wakeJobs();
  },
};

async function tell(
  tx: Tx,
  { listingId, place, monday, at }: { listingId: number; place: number; monday: string; at: Date },
): Promise<boolean> {
  const listing = await tx.listings.find(listingId);
  if (listing?.status !== "live") return false;
  const { name: product, slug } = listing;
  const key = `place:${monday}:${listingId}`;
  let isEarly = false;
  for (const { accountId } of await tx.listings.members(listingId)) {
    const known = await tx.notifications.findByKey(accountId, key);
    if (known?.words.place === place) continue;
    if (known && at.getTime() - known.at.getTime() < PLACE_EVERY_MS) isEarly = true;
    else {
      const news = { kind: "place", key, words: { place, product }, path: `/listings/${slug}`, at, by: null } as const;
      await notify(tx, { ...news, accountId });
    }
  }
  return isEarly;
}
