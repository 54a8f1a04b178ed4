import { SHOWS_BADGE } from "#domain/listings/badge.ts";
import type { BadgeWatch } from "#domain/listings/badge-watch.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { has } from "../../sql/has.ts";
import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { badgeWatches, listings } from "../../sqlite/tables.ts";

export const badgeWatchReads = (db: Db) => ({
  async find(listingId: number): Promise<BadgeWatch | undefined> {
    return db.select().from(badgeWatches).where(eq(badgeWatches.listingId, listingId)).get();
  },
  async findUnproven(site: string, listingId: number): Promise<Pick<Listing, "id" | "name"> | undefined> {
    return db
      .select({ id: listings.id, name: listings.name })
      .from(badgeWatches)
      .innerJoin(listings, eq(listings.id, badgeWatches.listingId))
      .where(and(eq(badgeWatches.site, site), eq(listings.status, "awaiting_badge"), ne(listings.id, listingId)))
      .limit(1)
      .get();
  },
  async due(now: Date, limit: number): Promise<{ listingId: number; nextCheckAt: Date | null }[]> {
    const isFree = and(has(listings, { plan: "free", isDemo: false }), inArray(listings.status, [...SHOWS_BADGE]));
    return db
      .select({ listingId: listings.id, nextCheckAt: badgeWatches.nextCheckAt })
      .from(listings)
      .leftJoin(badgeWatches, eq(badgeWatches.listingId, listings.id))
      .where(and(isFree, or(isNull(badgeWatches.listingId), lte(badgeWatches.nextCheckAt, now))))
      .orderBy(sql`${badgeWatches.nextCheckAt} nulls first`, asc(listings.id))
      .limit(limit);
  },
});

export const badgeWatchWrites = (db: Db) => ({
  ...badgeWatchReads(db),
  async save(watch: BadgeWatch): Promise<void> {
    await db.insert(badgeWatches).values(watch).onConflictDoUpdate({ target: badgeWatches.listingId, set: watch });
  },
});
