import { COMING, type Listing } from "#domain/listings/listing.ts";
import { foldText } from "#domain/text/text.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { launchMoves, launchWaits, listings } from "../../sqlite/tables.ts";

export type Wait = typeof launchWaits.$inferSelect;
type Asked = Pick<Wait, "id" | "listingId" | "email" | "week" | "askedAt"> & Partial<Pick<Wait, "language">>;

/** What they were last told, by email or on the page. */
const isOfAnotherWeek = sql`coalesce(${launchWaits.toldWeek}, ${launchWaits.week}) <> ${listings.launchWeek}`;

const isMovedByTeam = sql`exists (select 1 from ${launchMoves} where ${launchMoves.listingId} = ${listings.id}
  and ${launchMoves.toWeek} = ${listings.launchWeek} and ${launchMoves.at} >= ${launchWaits.askedAt})`;

export const waitReads = (db: Db) => {
  const confirmed = statement(({ listingId }: { listingId: number }) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(launchWaits)
      .where(and(eq(launchWaits.listingId, listingId), isNotNull(launchWaits.confirmedAt))),
  );
  return {
    async count(listingId: number): Promise<number> {
      return (await confirmed.get({ listingId }))?.count ?? 0;
    },
    async ofAddress(listingId: number, email: string): Promise<Wait | undefined> {
      const theirs = has(launchWaits, { listingId, emailFolded: foldText(email) });
      return db.select().from(launchWaits).where(theirs).get();
    },
    async findByToken(tokenHash: string): Promise<Wait | undefined> {
      return db.select().from(launchWaits).where(eq(launchWaits.tokenHash, tokenHash)).get();
    },
    async toTell(listingId: number, limit: number): Promise<Wait[]> {
      return db
        .select()
        .from(launchWaits)
        .where(and(eq(launchWaits.listingId, listingId), isNotNull(launchWaits.confirmedAt)))
        .orderBy(asc(launchWaits.askedAt), asc(launchWaits.id))
        .limit(limit);
    },
    async moved(limit: number): Promise<{ wait: Wait; listing: Listing }[]> {
      return db
        .select({ wait: launchWaits, listing: listings })
        .from(launchWaits)
        .innerJoin(listings, and(eq(listings.id, launchWaits.listingId), inArray(listings.status, [...COMING])))
        .where(and(isNotNull(launchWaits.confirmedAt), isOfAnotherWeek, isMovedByTeam))
        .orderBy(asc(launchWaits.askedAt), asc(launchWaits.id))
        .limit(limit);
    },
    async find(id: string): Promise<Wait | undefined> {
      return db.select().from(launchWaits).where(eq(launchWaits.id, id)).get();
    },
    async launched(): Promise<number[]> {
      const rows = await db
        .selectDistinct({ id: launchWaits.listingId })
        .from(launchWaits)
        .innerJoin(listings, has(listings, { id: launchWaits.listingId, status: "live" }))
        .where(isNotNull(launchWaits.confirmedAt));
      return rows.map(({ id }) => id);
    },
  };
};

export const waitWrites = (db: Db) => ({
  ...waitReads(db),
  /** An unconfirmed entry. Earlier links stop working. */
  async ask(wait: Asked & { tokenHash: string }): Promise<void> {
    const { tokenHash, askedAt, week, language } = wait;
    await db
      .insert(launchWaits)
      .values({ ...wait, emailFolded: foldText(wait.email) })
      .onConflictDoUpdate({
        target: [launchWaits.listingId, launchWaits.emailFolded],
        set: { tokenHash, askedAt, week, language, toldWeek: null },
      });
  },
  async add(wait: Asked & { accountId: string }): Promise<void> {
    const { accountId, week, askedAt } = wait;
    await db
      .insert(launchWaits)
      .values({ ...wait, emailFolded: foldText(wait.email), confirmedAt: askedAt })
      .onConflictDoUpdate({
        target: [launchWaits.listingId, launchWaits.emailFolded],
        set: { accountId, week, confirmedAt: askedAt, toldWeek: null },
      });
  },
  /** Keeps the first time. */
  async confirm(id: string, at: Date): Promise<void> {
    await db
      .update(launchWaits)
      .set({ confirmedAt: at })
      .where(has(launchWaits, { id, confirmedAt: null }));
  },
  async tellWeek(id: string, toldWeek: string): Promise<void> {
    await db.update(launchWaits).set({ toldWeek }).where(eq(launchWaits.id, id));
  },
  async remove(id: string): Promise<void> {
    await db.delete(launchWaits).where(eq(launchWaits.id, id));
  },
  async removeOfAddress(listingId: number, email: string): Promise<void> {
    const theirs = has(launchWaits, { listingId, emailFolded: foldText(email) });
    await db.delete(launchWaits).where(theirs);
  },
  async purge({ unconfirmedBefore, askedBefore }: Record<"unconfirmedBefore" | "askedBefore", Date>): Promise<void> {
    const unconfirmed = and(isNull(launchWaits.confirmedAt), lt(launchWaits.askedAt, unconfirmedBefore));
    const gone = db
      .select({ id: listings.id })
      .from(listings)
      .where(inArray(listings.status, ["removed", "rejected"]));
    await db
      .delete(launchWaits)
      .where(or(unconfirmed, lt(launchWaits.askedAt, askedBefore), inArray(launchWaits.listingId, gone)));
  },
});
