import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notExists, sql } from "../../sqlite/drizzle.ts";
import { arrivals, savedSearches, searchMails } from "../../sqlite/maker-tables.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, digestSubscribers } from "../../sqlite/tables.ts";

export type SavedSearch = typeof savedSearches.$inferSelect;
type New = Pick<SavedSearch, "id" | "accountId" | "query" | "title" | "createdAt">;

const ownedBy = (accountId: string, id: string) => has(savedSearches, { accountId, id });

export const savedSearchReads = (db: Db) => {
  return {
    async ofAccount(accountId: string): Promise<SavedSearch[]> {
      return db
        .select()
        .from(savedSearches)
        .where(eq(savedSearches.accountId, accountId))
        .orderBy(asc(savedSearches.createdAt), asc(savedSearches.id));
    },
    findByQuery: statement((accountId: string, query: string) =>
      db.select().from(savedSearches).where(has(savedSearches, { accountId, query })),
    ).get,
    /** The newest arrival, even if arrivals were deleted. */
    async newestArrival(): Promise<number> {
      const row = await db.get<{ seq: number } | undefined>(
        sql`select seq from sqlite_sequence where name = 'arrivals'`,
      );
      return row?.seq ?? 0;
    },
    async arrivedBetween(after: number, until: number): Promise<number[]> {
      const rows = await db
        .select({ listingId: arrivals.listingId })
        .from(arrivals)
        .where(and(gt(arrivals.id, after), lte(arrivals.id, until)))
        .orderBy(asc(arrivals.id));
      return rows.map(({ listingId }) => listingId);
    },
    /**
     * People with unprocessed arrivals and no recent email, except those who get them in the
     * digest.
     */
    async accountsBehind(newest: number, mailedSince: Date, limit: number): Promise<string[]> {
      const wasMailed = db
        .select({ one: sql`1` })
        .from(searchMails)
        .where(and(eq(searchMails.accountId, savedSearches.accountId), gt(searchMails.sentAt, mailedSince)));
      const hasDigest = db
        .select({ one: sql`1` })
        .from(digestSubscribers)
        .innerJoin(accounts, eq(accounts.emailFolded, digestSubscribers.emailFolded))
        .where(and(eq(accounts.id, savedSearches.accountId), eq(digestSubscribers.withSearches, true)));
      const rows = await db
        .selectDistinct({ accountId: savedSearches.accountId })
        .from(savedSearches)
        .where(
          and(
            isNull(savedSearches.pausedAt),
            lt(savedSearches.seen, newest),
            notExists(wasMailed),
            notExists(hasDigest),
          ),
        )
        .limit(limit);
      return rows.map(({ accountId }) => accountId);
    },
  };
};

export const savedSearchWrites = (db: Db) => {
  const reads = savedSearchReads(db);
  return {
    ...reads,
    /** Starts with future arrivals. */
    async add(search: New): Promise<void> {
      await db.insert(savedSearches).values({ ...search, seen: await reads.newestArrival() });
    },
    /** Pauses one search, or all without an id. */
    async pause(accountId: string, id: string | undefined, at: Date): Promise<void> {
      const which = id === undefined ? eq(savedSearches.accountId, accountId) : ownedBy(accountId, id);
      await db
        .update(savedSearches)
        .set({ pausedAt: at })
        .where(and(which, isNull(savedSearches.pausedAt)));
    },
    /** Arrivals during the pause are skipped. */
    async resume(accountId: string, id: string): Promise<void> {
      await db
        .update(savedSearches)
        .set({ pausedAt: null, seen: await reads.newestArrival() })
        .where(and(ownedBy(accountId, id), isNotNull(savedSearches.pausedAt)));
    },
    async remove(accountId: string, id: string): Promise<void> {
      await db.delete(savedSearches).where(ownedBy(accountId, id));
    },
    async sawAll(ids: readonly string[], seen: number): Promise<void> {
      await db
        .update(savedSearches)
        .set({ seen })
        .where(inArray(savedSearches.id, [...ids]));
    },
    async mailed(accountId: string, at: Date): Promise<void> {
      await db
        .insert(searchMails)
        .values({ accountId, sentAt: at })
        .onConflictDoUpdate({ target: searchMails.accountId, set: { sentAt: at } });
    },
    /** Deletes processed arrivals, except the newest, whose number PostgreSQL reads. */
    async forgetArrivals(until: number): Promise<void> {
      const oldest = db
        .select({ seen: sql<number>`coalesce(min(${savedSearches.seen}), ${until})` })
        .from(savedSearches)
        .where(isNull(savedSearches.pausedAt));
      await db.delete(arrivals).where(and(lte(arrivals.id, sql`(${oldest})`), lt(arrivals.id, until)));
    },
  };
};
