import { conflict } from "#core/errors/errors.ts";
import { type Day, dateOf, daysOf, launchStart } from "#domain/launches/launch-week.ts";
import { COMING, type Listing } from "#domain/listings/listing.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import { t } from "#languages/words.ts";
import type { Deps } from "../context.ts";
import { ownListing } from "../own.ts";

type Needs = Pick<Deps, "store" | "settings" | "now">;

/** The days of its week that a launch can be on. None once its day has begun, and where weeks race. */
export function daysFor(listing: Listing, { store, settings, now }: Needs): Day[] {
  const { launchWeek: monday, launchedAt, status } = listing;
  const start = launchStart(listing, settings.SITE_TIMEZONE, isDaily(store));
  if (!isDaily(store) || monday === null || !start || launchedAt !== null || !COMING.includes(status)) return [];
  return start <= now() ? [] : daysOf({ monday }, settings.SITE_TIMEZONE).filter(({ startsAt }) => startsAt > now());
}

/** Chooses a day of the launch week. It is no move: the place and the week stay. */
export async function chooseDay(
  { listingId, date }: { listingId: number; date: string },
  accountId: string,
  deps: Needs & Pick<Deps, "wakeJobs">,
): Promise<void> {
  const { SITE_TIMEZONE: zone } = deps.settings;
  await deps.store.change(async (tx) => {
    const listing = await ownListing(tx, listingId, { accountId });
    const day = daysFor(listing, deps).find((one) => one.date === date);
    if (!day) throw conflict("listing_state_conflict", t`Choose a day of the launch week that has not begun.`);
    const before = launchStart(listing, zone, true);
    const at = deps.now();
    await tx.launches.setDay(listing.id, day.startsAt, at);
    await tx.audit.add({
      ...{ at, accountId, action: "launch.move", kind: "launch", objectId: String(listing.id), name: listing.name },
      before: { day: before ? dateOf(before, zone) : null },
      after: { day: date },
    });
  });
  deps.wakeJobs();
}
