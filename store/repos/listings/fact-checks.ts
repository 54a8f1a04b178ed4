import { type CheckEvery, nextCheckAt, TELL_EVERY_MS } from "#domain/listings/fact-check.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, gt, inArray, isNull, lte, notExists, sql } from "../../sqlite/drizzle.ts";
import { factChecks, factMails, factSuggestions } from "../../sqlite/maker-tables.ts";
import type { Db } from "../../sqlite/open.ts";
import { listingMembers, listings } from "../../sqlite/tables.ts";

export type FactCheck = typeof factChecks.$inferSelect;
export type FactSuggestion = typeof factSuggestions.$inferSelect;
type Found = Pick<FactSuggestion, "listingId" | "field" | "published" | "stated" | "evidence" | "foundAt">;

const isOpen = isNull(factSuggestions.refusedAt);
const isOf = (listingId: number, field: DraftFieldName) => has(factSuggestions, { listingId, field });

export const factCheckReads = (db: Db) => {
  return {
    async find(listingId: number): Promise<FactCheck | undefined> {
      return db.select().from(factChecks).where(eq(factChecks.listingId, listingId)).get();
    },
    async due(now: Date, limit: number): Promise<FactCheck[]> {
      return db
        .select()
        .from(factChecks)
        .where(lte(factChecks.nextAt, now))
        .orderBy(asc(factChecks.nextAt), asc(factChecks.listingId))
        .limit(limit);
    },
    async findSuggestion(listingId: number, field: DraftFieldName): Promise<FactSuggestion | undefined> {
      return db.select().from(factSuggestions).where(isOf(listingId, field)).get();
    },
    suggestions: statement((listingId: number) =>
      db
        .select()
        .from(factSuggestions)
        .where(and(eq(factSuggestions.listingId, listingId), isOpen))
        .orderBy(asc(factSuggestions.foundAt), asc(factSuggestions.field)),
    ).all,
    async ownersToTell(now: Date, limit: number): Promise<string[]> {
      const isOwner = has(listingMembers, { listingId: factSuggestions.listingId, role: "owner" });
      const wasMailed = db
        .select({ one: sql`1` })
        .from(factMails)
        .where(
          and(
            eq(factMails.accountId, listingMembers.accountId),
            gt(factMails.sentAt, new Date(now.getTime() - TELL_EVERY_MS)),
          ),
        );
      const rows = await db
        .selectDistinct({ accountId: listingMembers.accountId })
        .from(factSuggestions)
        .innerJoin(listingMembers, isOwner)
        .innerJoin(listings, has(listings, { id: factSuggestions.listingId, status: "live" }))
        .where(and(isNull(factSuggestions.toldAt), isOpen, notExists(wasMailed)))
        .limit(limit);
      return rows.map(({ accountId }) => accountId);
    },
    /** Undecided suggestions not announced to an owner. */
    async untold(accountId: string) {
      const isOwner = has(listingMembers, { listingId: factSuggestions.listingId, accountId, role: "owner" });
      return db
        .select({ suggestion: factSuggestions, listing: { id: listings.id, name: listings.name } })
        .from(factSuggestions)
        .innerJoin(listingMembers, isOwner)
        .innerJoin(listings, has(listings, { id: factSuggestions.listingId, status: "live" }))
        .where(and(isNull(factSuggestions.toldAt), isOpen))
        .orderBy(asc(listings.name), asc(listings.id), asc(factSuggestions.field));
    },
  };
};

export const factCheckWrites = (db: Db) => ({
  ...factCheckReads(db),
  async schedule({ listingId, every }: Pick<FactCheck, "listingId" | "every">, at: Date): Promise<void> {
    await db
      .update(factChecks)
      .set({ nextAt: nextCheckAt(every, at) })
      .where(eq(factChecks.listingId, listingId));
  },
  async setEvery(listingId: number, every: CheckEvery, nextAt: Date): Promise<void> {
    await db.update(factChecks).set({ every, nextAt }).where(eq(factChecks.listingId, listingId));
  },
  /** `error` is why the website was unreadable. */
  async checked(listingId: number, checkedAt: Date, error: string | null): Promise<void> {
    await db.update(factChecks).set({ checkedAt, error }).where(eq(factChecks.listingId, listingId));
  },
  async suggest(found: Found): Promise<void> {
    const afresh = { ...found, toldAt: null, refusedAt: null };
    await db
      .insert(factSuggestions)
      .values(afresh)
      .onConflictDoUpdate({ target: [factSuggestions.listingId, factSuggestions.field], set: afresh });
  },
  async withdraw(listingId: number, fields: readonly DraftFieldName[]): Promise<void> {
    await db
      .delete(factSuggestions)
      .where(and(eq(factSuggestions.listingId, listingId), inArray(factSuggestions.field, [...fields])));
  },
  /** False if unknown or decided. */
  async refuse(listingId: number, field: DraftFieldName, at: Date): Promise<boolean> {
    const { changes } = await db
      .update(factSuggestions)
      .set({ refusedAt: at })
      .where(and(isOf(listingId, field), isOpen));
    return changes > 0;
  },
  async told(accountId: string, suggestions: readonly FactSuggestion[], at: Date): Promise<void> {
    await db
      .insert(factMails)
      .values({ accountId, sentAt: at })
      .onConflictDoUpdate({ target: factMails.accountId, set: { sentAt: at } });
    for (const { listingId, field } of suggestions)
      await db.update(factSuggestions).set({ toldAt: at }).where(isOf(listingId, field));
  },
});
