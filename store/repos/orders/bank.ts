import { and, asc, eq, isNull, lt, ne, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { bankLines } from "../../sqlite/tables.ts";

/** Money that a bank statement says arrived. */
export type BankLine = typeof bankLines.$inferSelect;
export type NewBankLine = Omit<BankLine, "orderId" | "decidedAt" | "payerCountry"> & { payerCountry?: string | null };

export const bankReads = (db: Db) => ({
  async find(id: string): Promise<BankLine | undefined> {
    return db.select().from(bankLines).where(eq(bankLines.id, id)).get();
  },
  /** Lines that nobody has decided about, the oldest first. */
  async open(): Promise<BankLine[]> {
    return db
      .select()
      .from(bankLines)
      .where(isNull(bankLines.decidedAt))
      .orderBy(asc(bankLines.bookedOn), asc(bankLines.id))
      .all();
  },
  /** What the lines of an order add up to. */
  async countedFor(orderId: number): Promise<number> {
    const sum = sql<number>`coalesce(sum(${bankLines.amountCents}), 0)`;
    return (await db.select({ sum }).from(bankLines).where(eq(bankLines.orderId, orderId)).get())?.sum ?? 0;
  },
});

export const bankWrites = (db: Db) => ({
  ...bankReads(db),
  /** False if the line is known. */
  async add(line: NewBankLine): Promise<boolean> {
    return (await db.insert(bankLines).values(line).onConflictDoNothing().run()).changes > 0;
  },
  /** Gives a line to an order, or sets it aside. False if somebody decided before. */
  async decide(id: string, orderId: number | null, decidedAt: Date): Promise<boolean> {
    const { changes } = await db
      .update(bankLines)
      .set({ orderId, decidedAt })
      .where(and(eq(bankLines.id, id), isNull(bankLines.decidedAt)))
      .run();
    return changes > 0;
  },
  /** Clears who paid, and what for, of lines that belong to no order. The ids stay, so that they are known. */
  async forgetPayersBefore(addedBefore: Date): Promise<void> {
    const old = and(isNull(bankLines.orderId), lt(bankLines.addedAt, addedBefore), ne(bankLines.payer, ""));
    await db.update(bankLines).set({ payer: "", reference: "" }).where(old).run();
  },
});
