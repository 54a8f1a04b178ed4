import type { BulkAction, BulkBefore, BulkMark, BulkResult, BulkState } from "#domain/listings/bulk.ts";
import type { Listing, Page, PageRequest } from "#domain/listings/listing.ts";
import { given } from "#domain/text/given.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { and, asc, desc, eq, inArray, sql } from "../../sqlite/drizzle.ts";
import { insertInto } from "../../sqlite/insert.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, bulkChanges, bulkRows, listings } from "../../sqlite/tables.ts";

export type BulkChange = typeof bulkChanges.$inferSelect & { by: { name: string | null; email: string } | null };
export type BulkRow = typeof bulkRows.$inferSelect;
export type BulkOutcome = { result: BulkResult; reason?: string | null; before?: BulkBefore; after?: BulkMark };

export const bulkReads = (db: Db) => {
  const withAuthor = () =>
    db
      .select({
        ...pick(bulkChanges, "id", "at", "accountId", "action", "state", "total", "finishedAt"),
        by: { name: accounts.name, email: accounts.email },
      })
      .from(bulkChanges)
      .leftJoin(accounts, eq(accounts.id, bulkChanges.accountId));
  return {
    async find(id: number): Promise<BulkChange | undefined> {
      return withAuthor().where(eq(bulkChanges.id, id)).get();
    },
    async list(page: PageRequest): Promise<Page<BulkChange>> {
      return pageOf(db.$count(bulkChanges), page, withAuthor().orderBy(desc(bulkChanges.id)));
    },
    async counts(id: number): Promise<Partial<Record<BulkResult, number>>> {
      const rows = await db
        .select({ result: bulkRows.result, count: sql<number>`count(*)` })
        .from(bulkRows)
        .where(eq(bulkRows.bulkId, id))
        .groupBy(bulkRows.result);
      return Object.fromEntries(rows.map(({ result, count }) => [result, count]));
    },
    async rows(id: number, results: readonly BulkResult[], limit: number): Promise<BulkRow[]> {
      return db
        .select()
        .from(bulkRows)
        .where(and(eq(bulkRows.bulkId, id), inArray(bulkRows.result, [...results])))
        .orderBy(asc(bulkRows.listingId))
        .limit(limit);
    },
  };
};

export const bulkWrites = (db: Db) => {
  const insertRows = insertInto(db, bulkRows);
  return {
    ...bulkReads(db),
    /** With one row for each listing that exists. */
    async add(action: BulkAction, ids: readonly number[], accountId: string, at: Date): Promise<number> {
      const found: Pick<Listing, "id" | "name">[] = await db
        .select(pick(listings, "id", "name"))
        .from(listings)
        .where(isOneOf(listings.id, ids));
      const { id } = given(
        await db
          .insert(bulkChanges)
          .values({ at, accountId, action, state: "running", total: found.length })
          .returning({ id: bulkChanges.id })
          .get(),
      );
      await insertRows(
        found.map((listing) => ({ bulkId: id, listingId: listing.id, name: listing.name, result: "waiting" as const })),
      );
      return id;
    },
    async settle(bulkId: number, listingId: number, outcome: BulkOutcome): Promise<void> {
      await db
        .update(bulkRows)
        .set({ reason: null, ...outcome })
        .where(has(bulkRows, { bulkId, listingId }));
    },
    async setState(id: number, state: BulkState, finishedAt: Date | null): Promise<void> {
      await db.update(bulkChanges).set({ state, finishedAt }).where(eq(bulkChanges.id, id));
    },
  };
};
