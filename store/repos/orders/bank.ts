import { has } from "../../sql/has.ts";
import { and, asc, eq, isNull, lt, ne, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { bankLines } from "../../sqlite/tables.ts";

export type BankLine = typeof bankLines.$inferSelect;
export type NewBankLine = Omit<BankLine, "orderId" | "decidedAt" | "payerCountry"> & { payerCountry?: string | null };

export const bankReads = (db: Db) => ({
  async find(id: string): Promise<BankLine | undefined> {
    return db.select().from(bankLines).where(eq(bankLines.id, id)).get();
  },
  async open(): Promise<BankLine[]> {
    return db
      .select()
      .from(bankLines)
      .where(isNull(bankLines.decidedAt))
      .orderBy(asc(bankLines.bookedOn), asc(bankLines.id));
  },
  async countedFor(orderId: number): Promise<number> {
    const sum = sql<number>`coalesce(sum(${bankLines.amountCents}), 0)`;
    return (await db.select({ sum }).from(bankLines).where(eq(bankLines.orderId, orderId)).get())?.sum ?? 0;
  },
});

export const bankWrites = (db: Db) => ({
  ...bankReads(db),
  /** False if known. */
  async add(line: NewBankLine): Promise<boolean> {
    return (await db.insert(bankLines).values(line).onConflictDoNothing()).changes > 0;
  },
  /** Assigns or dismisses a line. False if already decided. */
  async decide(id: string, orderId: number | null, decidedAt: Date): Promise<boolean> {
    const { changes } = await db
      .update(bankLines)
      .set({ orderId, decidedAt })
      .where(has(bankLines, { id, decidedAt: null }));
    return changes > 0;
  },
  /** Clears payers of dismissed lines. Ids stay, to recognize repeats. */
  async forgetPayersBefore(addedBefore: Date): Promise<void> {
    const old = and(isNull(bankLines.orderId), lt(bankLines.addedAt, addedBefore), ne(bankLines.payer, ""));
    await db.update(bankLines).set({ payer: "", reference: "" }).where(old);
  },
});
