import type { Week } from "#domain/launches/launch-week.ts";
import { isPaid, type Listing } from "#domain/listings/listing.ts";
import { DIGEST_MOST } from "#domain/notifications/digest.ts";
import { once } from "#domain/text/once.ts";
import type { DigestDays, DigestLaunch } from "#mail/digest-messages.ts";
import type { Deps } from "../context.ts";

type Launches = { top: DigestLaunch[]; total: number };

/**
 * Shared by all readers of an edition and read once: launches by followed category, and places of
 * the week. Grows with categories, not readers.
 */
export function openEdition(week: Week, { store }: Pick<Deps, "store">) {
  const days: DigestDays = {
    firstDay: week.monday,
    lastDay: Temporal.PlainDate.from(week.monday).add({ days: 6 }).toString(),
  };
  const byCategory = new Map<string, Promise<Launches>>();
  const places = once(async () => {
    const contenders = (await store.launches.contenders(week)).filter(({ votes }) => votes > 0);
    return new Map(contenders.map(({ listingId }, index) => [listingId, index + 1]));
  });

  async function readLaunches(category: string): Promise<Launches> {
    const rows = await store.digestNews.launchedIn(category, week, DIGEST_MOST.inCategory);
    const top = rows.map(({ slug, name, tagline, plan, votes }) => ({
      slug,
      name,
      tagline,
      isPaid: isPaid({ plan }),
      votes,
    }));
    return { top, total: rows[0]?.total ?? 0 };
  }

  return {
    week,
    days,
    launchesIn(category: string): Promise<Launches> {
      const known = byCategory.get(category) ?? readLaunches(category);
      byCategory.set(category, known);
      return known;
    },
    /** The awarded place of a listing in the week, or else its place by votes. */
    async placeOf({ id, launchedAt }: Pick<Listing, "id" | "launchedAt">): Promise<number | undefined> {
      if (!launchedAt || launchedAt < week.startsAt || launchedAt >= week.endsAt) return undefined;
      const award = (await store.awards.ofListing(id)).find((one) => one.week === week.monday);
      return award?.place ?? (await places()).get(id);
    },
  };
}
export type Edition = ReturnType<typeof openEdition>;
