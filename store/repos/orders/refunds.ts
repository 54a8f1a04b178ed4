import { statement } from "../../sql/statement.ts";
import { asc, eq, isNull } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { refunds } from "../../sqlite/tables.ts";

export type Refund = typeof refunds.$inferSelect;

export const refundReads = (db: Db) => {
  return {
    find: statement((id: string) => db.select().from(refunds).where(eq(refunds.id, id))).get,
    ofOrder: statement((orderId: number) =>
      db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.askedAt), asc(refunds.id)),
    ).all,
    async open(limit: number): Promise<Refund[]> {
      return db
        .select()
        .from(refunds)
        .where(isNull(refunds.doneAt))
        .orderBy(asc(refunds.askedAt), asc(refunds.id))
        .limit(limit);
    },
  };
};

export const refundWrites = (db: Db) => ({
  ...refundReads(db),
  async add(refund: Refund): Promise<void> {
    await db.insert(refunds).values(refund);
  },
  /** Marks a refund as done and deletes the bank details. */
  async finish(id: string, doneAt: Date): Promise<void> {
    await db.update(refunds).set({ doneAt, holder: null, account: null }).where(eq(refunds.id, id));
  },
  /** Records the document that includes the line. */
  async setDocument(id: string, document: string): Promise<void> {
    await db.update(refunds).set({ document }).where(eq(refunds.id, id));
  },
});
