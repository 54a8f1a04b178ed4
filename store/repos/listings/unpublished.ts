import type { Listing } from "#domain/listings/listing.ts";
import type { Ending } from "#domain/listings/unpublished.ts";
import { pick } from "#domain/text/pick.ts";
import { and, asc, desc, eq, gt, lte, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { drafts, listingEndings, listings } from "../../sqlite/tables.ts";
import { deletionWrites } from "./deletions.ts";

export type Unpublished = { listing: Pick<Listing, "id" | "name">; changedAt: Date; ending: Ending | null };

/** What anybody paid for or waits for is never deleted. */
const isUnused = sql`${listings.isDemo} = 0 and ${listings.status} = 'draft' and ${listings.siteHeldAt} is null
  and ${listings.launchedAt} is null and ${listings.claimedMethod} is null
  and not exists (select 1 from order_lines where listing_id = ${listings.id})
  and not exists (select 1 from claims where listing_id = ${listings.id} and status in ('verified', 'under_review'))
  and not exists (select 1 from listings other where other.merged_into = ${listings.id})`;

export const unpublishedReads = (db: Db) => {
  return {
    /** Listings that were never published or proven, unchanged since `before`, after an id. */
    async list(before: Date, after: number, limit: number): Promise<Pick<Listing, "id">[]> {
      return db
        .select(pick(listings, "id"))
        .from(listings)
        .where(and(isUnused, lte(listings.updatedAt, before), gt(listings.id, after)))
        .orderBy(asc(listings.id))
        .limit(limit);
    },
    /** With its last change, which may be one of its draft. */
    async find(id: number): Promise<Unpublished | undefined> {
      const found = await db
        .select({
          listing: pick(listings, "id", "name", "updatedAt"),
          draftedAt: drafts.updatedAt,
          ending: listingEndings,
        })
        .from(listings)
        .leftJoin(drafts, eq(drafts.listingId, listings.id))
        .leftJoin(listingEndings, eq(listingEndings.listingId, listings.id))
        .where(and(isUnused, eq(listings.id, id)))
        .orderBy(desc(drafts.updatedAt))
        .get();
      if (!found) return undefined;
      const { listing, draftedAt, ending } = found;
      const changedAt = draftedAt && draftedAt > listing.updatedAt ? draftedAt : listing.updatedAt;
      return { listing, changedAt, ending };
    },
  };
};

export const unpublishedWrites = (db: Db) => {
  const reads = unpublishedReads(db);
  const { plan, drop } = deletionWrites(db);
  return {
    ...reads,
    saveEnding: plan,
    /** Deletes a listing with its drafts, unless it was published, proven or ordered meanwhile. */
    async remove(id: number): Promise<void> {
      if (await reads.find(id)) await drop(id);
    },
  };
};
