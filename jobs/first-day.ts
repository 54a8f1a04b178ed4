import { findLiveCard } from "#actions/listings/live-card.ts";
import { weekOf } from "#domain/launches/launch-week.ts";
import { firstDayMessage } from "#mail/launch-messages.ts";
import { mailOwners } from "./mail-owners.ts";
import type { JobKind } from "./runner.ts";

export const FIRST_DAY = "first-day";
export type FirstDayPayload = { listingId: number };
export const FIRST_DAY_MS = 20 * 3600_000;
const TOO_LATE_MS = 12 * 3600_000;

export const firstDay: JobKind = {
  retryDelaysMs: [5_000, 60_000, 600_000],
  async run({ listingId }: FirstDayPayload, deps) {
    const { store, settings, now } = deps;
    const slug = (await store.listings.find(listingId))?.slug;
    const card = slug === undefined ? undefined : await findLiveCard(slug, deps);
    if (!card?.listing.launchedAt) return;
    const { listing, place } = card;
    if (now().getTime() > card.listing.launchedAt.getTime() + FIRST_DAY_MS + TOO_LATE_MS) return;
    if (place === undefined && listing.votes + listing.views + listing.followers === 0) return;
    const week = weekOf(card.listing.launchedAt, settings.SITE_TIMEZONE);
    const lastDay = Temporal.PlainDate.from(week.monday).add({ days: 6 }).toString();
    await store.change((tx) =>
      mailOwners(
        tx,
        deps,
        listingId,
        (name) =>
          firstDayMessage(settings, { name, listing, lastDay, place: place?.isFinal ? undefined : place?.place }),
        (accountId) => `${FIRST_DAY}-${listingId}-${accountId}`,
      ),
    );
    deps.wakeJobs();
  },
};
