import { given } from "#domain/text/given.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
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
      has(votes, { listingId: listings.id, counted: true }),
      gte(votes.at, startsAt),
      lt(votes.at, endsAt),
    );
    const count = sql<number>`count(distinct ${votes.id})`;
    return db
      .select({
        ...pick(listings, "id", "slug", "name", "tagline", "plan"),
        votes: count,
        total: sql<number>`count(*) over ()`,
      })
      .from(listings)
      .innerJoin(listingCategories, eq(listingCategories.listingId, listings.id))
      .innerJoin(categoryPaths, has(categoryPaths, { slug: listingCategories.categorySlug, above: category }))
      .leftJoin(votes, cast)
      .where(
        and(
          has(listings, { status: "live", isDemo: false }),
          gte(listings.launchedAt, startsAt),
          lt(listings.launchedAt, endsAt),
        ),
      )
      .groupBy(listings.id)
      .orderBy(desc(count), ...tieOrder)
      .limit(limit);
  });
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
      .where(and(has(votes, { listingId, counted: true }), gte(votes.at, startsAt), lt(votes.at, endsAt))),
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
          has(reviews, { listingId, status: "published" }),
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
    listingsOf: statement((accountId: string, limit: number) =>
      db
        .select(pick(listings, "id", "slug", "name", "launchedAt"))
        .from(listingMembers)
        .innerJoin(listings, has(listings, { id: listingMembers.listingId, status: "live" }))
        .where(eq(listingMembers.accountId, accountId))
        .orderBy(desc(listings.views), asc(listings.id))
        .limit(limit),
    ).all,
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
