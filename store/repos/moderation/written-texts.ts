import type { Subject, SubjectType } from "#domain/moderation/report.ts";
import type { HeldReason } from "#domain/moderation/spam.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, gt, inArray, isNull, lt, ne, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { listedWords, textPrints, writtenTexts } from "../../sqlite/tables.ts";

export type WrittenText = typeof writtenTexts.$inferSelect;
type Noted = { accountId: string; subject: Subject; at: Date; held: HeldReason[]; prints: readonly string[] };

const of = ({ type, id }: Subject) => has(writtenTexts, { subjectType: type, subjectId: id });
const isHeld = sql`${writtenTexts.held} <> '[]'`;

/** Recent texts as fingerprints, and the blocked words. */
export const writtenTextReads = (db: Db) => {
  const words = statement(() =>
    db.select({ word: listedWords.word }).from(listedWords).orderBy(asc(listedWords.position)),
  );
  const times = statement(({ accountId, since }: { accountId: string; since: Date }) =>
    db
      .select({ at: writtenTexts.at })
      .from(writtenTexts)
      .where(and(eq(writtenTexts.accountId, accountId), gt(writtenTexts.at, since))),
  );
  return {
    async listedWords(): Promise<string[]> {
      return (await words.all()).map(({ word }) => word);
    },
    async timesOf(accountId: string, since: Date): Promise<Date[]> {
      return (await times.all({ accountId, since })).map(({ at }) => at);
    },
    async find(subject: Subject): Promise<WrittenText | undefined> {
      return db.select().from(writtenTexts).where(of(subject)).get();
    },
    async isSeen(prints: readonly string[], { type, id }: Subject, since: Date): Promise<boolean> {
      if (prints.length === 0) return false;
      const found = await db
        .select({ id: writtenTexts.id })
        .from(textPrints)
        .innerJoin(writtenTexts, eq(writtenTexts.id, textPrints.textId))
        .where(
          and(
            inArray(textPrints.print, [...prints]),
            or(ne(writtenTexts.subjectType, type), ne(writtenTexts.subjectId, id)),
            gt(writtenTexts.at, since),
          ),
        )
        .limit(1)
        .get();
      return found !== undefined;
    },
    async hasPassed(accountId: string): Promise<boolean> {
      const passed = has(writtenTexts, { accountId, passed: true });
      return (await db.select({ id: writtenTexts.id }).from(writtenTexts).where(passed).limit(1).get()) !== undefined;
    },
    /** Held texts, oldest first. Reviews have a separate page. */
    async held(): Promise<WrittenText[]> {
      return db
        .select()
        .from(writtenTexts)
        .where(and(isHeld, isNull(writtenTexts.decidedAt), ne(writtenTexts.subjectType, "review")))
        .orderBy(asc(writtenTexts.at), asc(writtenTexts.id))
        .limit(200);
    },
    /** Why texts of a kind were held, by id. */
    async heldAmong(type: SubjectType, ids: readonly string[]): Promise<Map<string, HeldReason[]>> {
      const ofThese = and(eq(writtenTexts.subjectType, type), inArray(writtenTexts.subjectId, [...ids]));
      const rows = ids.length > 0 ? await db.select().from(writtenTexts).where(and(ofThese, isHeld)) : [];
      return new Map(rows.map(({ subjectId, held }) => [subjectId, held]));
    },
    async ofAccount(accountId: string) {
      const { subjectType, subjectId, at, held, decidedAt, passed } = writtenTexts;
      return db
        .select({ subjectType, subjectId, at, held, decidedAt, passed })
        .from(writtenTexts)
        .where(eq(writtenTexts.accountId, accountId))
        .orderBy(asc(writtenTexts.id));
    },
  };
};

export const writtenTextWrites = (db: Db) => ({
  ...writtenTextReads(db),
  async note({ accountId, subject, at, held, prints }: Noted): Promise<void> {
    const state = { accountId, at, held, decidedAt: null, passed: false };
    const { id } = await db
      .insert(writtenTexts)
      .values({ subjectType: subject.type, subjectId: subject.id, ...state })
      .onConflictDoUpdate({ target: [writtenTexts.subjectType, writtenTexts.subjectId], set: state })
      .returning({ id: writtenTexts.id })
      .get();
    await db.delete(textPrints).where(eq(textPrints.textId, id));
    for (const print of prints) await db.insert(textPrints).values({ print, textId: id });
  },
  /** Saves a decision about a text. False if already decided. */
  async settle(subject: Subject, { passed, at }: { passed: boolean; at: Date }): Promise<boolean> {
    const waits = and(of(subject), isNull(writtenTexts.decidedAt));
    return (await db.update(writtenTexts).set({ passed, decidedAt: at }).where(waits).returning().get()) !== undefined;
  },
  async listWords(words: readonly string[]): Promise<void> {
    await db.delete(listedWords).run();
    for (const [position, word] of words.entries()) await db.insert(listedWords).values({ word, position });
  },
  /** Deletes old fingerprints, except of held texts. */
  async forgetBefore(at: Date): Promise<void> {
    const isDone = sql`(${writtenTexts.held} = '[]' or ${writtenTexts.decidedAt} is not null)`;
    await db.delete(writtenTexts).where(and(lt(writtenTexts.at, at), isDone));
  },
  async forgetOf(accountId: string): Promise<void> {
    await db.delete(writtenTexts).where(eq(writtenTexts.accountId, accountId));
  },
});
