import { given } from "../../../domain/text/given.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, gte, lt, lte, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  categoryPaths,
  dailyViews,
  follows,
  listingCategories,
  listingMembers,
  listings,
  reviews,
  votes,
} from "../../sqlite/tables.ts";
import { tieOrder } from "../../sqlite/tie-order.ts";
import type { Window } from "../launches/launches.ts";

export type WeekFigures = { views: number; clicks: number; votes: number; followers: number; reviews: number };
type Days = { firstDay: string; lastDay: string };

export const digestNewsReads = (db: Db) => {
  const launched = statement(({ category, startsAt, endsAt, limit }: Window & { category: string; limit: number }) => {
    const cast = and(
      eq(votes.listingId, listings.id),
      eq(votes.counted, true),
      gte(votes.at, startsAt),
      lt(votes.at, endsAt),
    );
    const count = sql<number>`count(distinct ${votes.id})`;
    return db
      .select({
        id: listings.id,
        slug: listings.slug,
        name: listings.name,
        tagline: listings.tagline,
        plan: listings.plan,
        votes: count,
        total: sql<number>`count(*) over ()`,
      })
      .from(listings)
      .innerJoin(listingCategories, eq(listingCategories.listingId, listings.id))
      .innerJoin(
        categoryPaths,
        and(eq(categoryPaths.slug, listingCategories.categorySlug), eq(categoryPaths.above, category)),
      )
      .leftJoin(votes, cast)
      .where(
        and(
          eq(listings.status, "live"),
          eq(listings.isDemo, false),
          gte(listings.launchedAt, startsAt),
          lt(listings.launchedAt, endsAt),
        ),
      )
      .groupBy(listings.id)
      .orderBy(desc(count), ...tieOrder)
      .limit(limit);
  });
  const owned = statement(({ accountId, limit }: { accountId: string; limit: number }) =>
    db
      .select({ id: listings.id, slug: listings.slug, name: listings.name, launchedAt: listings.launchedAt })
      .from(listingMembers)
      .innerJoin(listings, and(eq(listings.id, listingMembers.listingId), eq(listings.status, "live")))
      .where(eq(listingMembers.accountId, accountId))
      .orderBy(desc(listings.views), asc(listings.id))
      .limit(limit),
  );
  const visits = statement(({ listingId, firstDay, lastDay }: { listingId: number } & Days) =>
    db
      .select({
        views: sql<number>`coalesce(sum(${dailyViews.views}), 0)`,
        clicks: sql<number>`coalesce(sum(${dailyViews.clicks}), 0)`,
      })
      .from(dailyViews)
      .where(and(eq(dailyViews.listingId, listingId), gte(dailyViews.day, firstDay), lte(dailyViews.day, lastDay))),
  );
  const voted = statement(({ listingId, startsAt, endsAt }: Window & { listingId: number }) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(votes)
      .where(
        and(eq(votes.listingId, listingId), eq(votes.counted, true), gte(votes.at, startsAt), lt(votes.at, endsAt)),
      ),
  );
  const followed = statement(({ listingId, startsAt, endsAt }: Window & { listingId: number }) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(follows)
      .where(and(eq(follows.listingId, listingId), gte(follows.at, startsAt), lt(follows.at, endsAt))),
  );
  const reviewed = statement(({ listingId, startsAt, endsAt }: Window & { listingId: number }) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(reviews)
      .where(
        and(
          eq(reviews.listingId, listingId),
          eq(reviews.status, "published"),
          gte(reviews.decidedAt, startsAt),
          lt(reviews.decidedAt, endsAt),
        ),
      ),
  );

  return {
    /** By votes in that week, including subcategories; `total` counts all. */
    async launchedIn(category: string, { startsAt, endsAt }: Window, limit: number) {
      return launched.all({ category, startsAt, endsAt, limit });
    },
    async listingsOf(accountId: string, limit: number) {
      return owned.all({ accountId, limit });
    },
    async figures(listingId: number, { startsAt, endsAt, firstDay, lastDay }: Window & Days): Promise<WeekFigures> {
      const window = { listingId, startsAt, endsAt };
      return {
        ...given(await visits.get({ listingId, firstDay, lastDay })),
        votes: given(await voted.get(window)).count,
        followers: given(await followed.get(window)).count,
        reviews: given(await reviewed.get(window)).count,
      };
    },
  };
};
