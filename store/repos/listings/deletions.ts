import type { Ending } from "#domain/listings/unpublished.ts";
import { searchIndex } from "../../search/listing-index.ts";
import { has } from "../../sql/has.ts";
import { and, asc, eq, lte, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { drafts, listingEndings, listings } from "../../sqlite/tables.ts";
import { NO_CONTENT } from "./no-content.ts";

/** What people gave, and what they would miss. */
const TOUCHED = ["listing_members", "votes", "follows", "reviews", "comments", "claims", "collection_items"];
/** Payments and awards name their listing for ever. */
const NEEDED = ["order_lines", "week_slots", "billboard_contributions", "awards", "period_awards"];
/** Texts of a listing whose row stays. */
const TEXTS = ["listing_versions", "listing_updates", "listing_categories", "listing_founders", "reviews", "comments"];

const isNamedBy = (tables: readonly string[]) =>
  sql.raw(tables.map((table) => `exists (select 1 from ${table} where listing_id = listings.id)`).join(" or "));
const mergedInto = sql`exists (select 1 from listings other where other.merged_into = listings.id)`;

export const deletionReads = (db: Db) => ({
  /** When a listing that the site team deleted is gone for good; undefined if it was not deleted by them. */
  async endOf(listingId: number): Promise<Date | undefined> {
    const row = await db
      .select({ endsAt: listingEndings.endsAt })
      .from(listingEndings)
      .innerJoin(listings, has(listings, { id: listingEndings.listingId, status: "removed" }))
      .where(eq(listingEndings.listingId, listingId))
      .get();
    return row?.endsAt;
  },
  /** Whether nobody has anything to do with it: one version, nothing given, nothing bought. */
  async isUntouched(id: number): Promise<boolean> {
    const isTouched = sql`${isNamedBy([...TOUCHED, ...NEEDED])} or ${mergedInto} or exists (select 1 from launch_waits where listing_id = listings.id)`;
    const row = await db
      .select({ id: listings.id })
      .from(listings)
      .where(and(has(listings, { id, version: 1 }), sql`not (${isTouched})`))
      .get();
    return row !== undefined;
  },
  async due(at: Date, limit: number): Promise<number[]> {
    const rows = await db
      .select({ id: listingEndings.listingId })
      .from(listingEndings)
      .innerJoin(listings, has(listings, { id: listingEndings.listingId, status: "removed" }))
      .where(lte(listingEndings.endsAt, at))
      .orderBy(asc(listingEndings.listingId))
      .limit(limit);
    return rows.map(({ id }) => id);
  },
});

export const deletionWrites = (db: Db) => {
  async function dropRow(id: number): Promise<void> {
    searchIndex(db.$client).remove(id);
    await db.delete(drafts).where(eq(drafts.listingId, id));
    await db.run(sql`delete from launch_waits where listing_id = ${id}`);
    await db.delete(listings).where(eq(listings.id, id));
  }
  return {
    ...deletionReads(db),
    async plan(listingId: number, ending: Ending): Promise<void> {
      await db
        .insert(listingEndings)
        .values({ listingId, ...ending })
        .onConflictDoUpdate({ target: listingEndings.listingId, set: ending });
    },
    async unplan(listingId: number): Promise<void> {
      await db.delete(listingEndings).where(eq(listingEndings.listingId, listingId));
    },
    /** Deletes it and what was merged into it. What payments and awards name keeps its name and addresses. */
    async purge(id: number): Promise<void> {
      const rows = await db
        .select({ id: listings.id, isNeeded: sql<number>`${isNamedBy(NEEDED)}` })
        .from(listings)
        .where(sql`${listings.id} = ${id} or ${listings.mergedInto} = ${id}`)
        // Those that lead to it first.
        .orderBy(sql`${listings.id} = ${id}`);
      const isKept = rows.some(({ isNeeded }) => isNeeded);
      for (const row of rows) {
        if (!isKept) {
          await dropRow(row.id);
          continue;
        }
        searchIndex(db.$client).remove(row.id);
        await db.delete(drafts).where(eq(drafts.listingId, row.id));
        for (const table of TEXTS) await db.run(sql`delete from ${sql.identifier(table)} where listing_id = ${row.id}`);
        await db
          .update(listings)
          .set({ ...NO_CONTENT, primaryCategory: null })
          .where(eq(listings.id, row.id));
      }
      await this.unplan(id);
    },
    drop: dropRow,
  };
};
