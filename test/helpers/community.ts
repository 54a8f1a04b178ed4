import { trendingOf } from "../../domain/launches/ranking.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import type { Store } from "../../store/store.ts";
import type { createDatabase } from "./database.ts";
import { addListing, type GivenListing } from "./listing.ts";

type Writer = Awaited<ReturnType<typeof createDatabase>>["writer"];

/** Makes people and listings in a bare store, with ids that count up. */
export function communityOf(store: Store) {
  let people = 0;
  let sites = 0;
  return {
    async person({ verified = true, createdAt = new Date(0), name = null as string | null } = {}): Promise<string> {
      const id = `person-${++people}`;
      const emailVerifiedAt = verified ? createdAt : null;
      const email = `${id}@people.example`;
      await store.change((tx) => tx.accounts.add({ id, email, name, createdAt, emailVerifiedAt }));
      return id;
    },
    listing(given: Omit<GivenListing, "name"> = {}, at = new Date(0)): Promise<Listing> {
      const site = `site-${++sites}.example`;
      return addListing(store, { name: `Site ${sites}`, site, content: { tagline: null }, ...given }, at);
    },
  };
}

/** What the counters of every listing must be, from the rows they count. Slow and obvious. */
export function recomputed(writer: Writer) {
  const all = <T>(sql: string) => writer.prepare(sql).all() as T[];
  const votes = all<{ listing_id: number; at: number }>(
    "select listing_id, at from votes where counted = 1 order by id",
  );
  const follows = all<{ listing_id: number }>("select listing_id from follows");
  const views = all<{ listing_id: number; views: number }>("select listing_id, views from daily_views");
  const reviews = all<{ listing_id: number; rating: number }>(
    "select listing_id, rating from reviews where status = 'published'",
  );
  return all<{ id: number }>("select id from listings order by id").map(({ id }) => {
    const of = <T extends { listing_id: number }>(rows: T[]) => rows.filter((row) => row.listing_id === id);
    return {
      id,
      votes: of(votes).length,
      trending: trendingOf(of(votes).map(({ at }) => new Date(at))),
      followers: of(follows).length,
      views: of(views).reduce((sum, row) => sum + row.views, 0),
      rating_sum: of(reviews).reduce((sum, row) => sum + row.rating, 0),
      rating_count: of(reviews).length,
    };
  });
}

export const counters = (writer: Writer) =>
  writer
    .prepare("select id, votes, trending, followers, views, rating_sum, rating_count from listings order by id")
    .all();
