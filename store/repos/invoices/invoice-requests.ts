import type { InvoiceRequest } from "#domain/invoices/invoice-request.ts";
import { has } from "../../sql/has.ts";
import { asc, eq, inArray, isNull } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { invoiceRequests, orders } from "../../sqlite/tables.ts";

type Asked = Pick<InvoiceRequest, "orderId" | "invoiceNumber" | "billing" | "note" | "askedAt">;

const isOpen = (orderId: number) => has(invoiceRequests, { orderId, decidedAt: null });

export const invoiceRequestReads = (db: Db) => ({
  async open(orderId: number): Promise<InvoiceRequest | undefined> {
    return db.select().from(invoiceRequests).where(isOpen(orderId)).get();
  },
  async waiting(): Promise<(InvoiceRequest & { number: string })[]> {
    const rows = await db
      .select({ request: invoiceRequests, number: orders.number })
      .from(invoiceRequests)
      .innerJoin(orders, eq(orders.id, invoiceRequests.orderId))
      .where(isNull(invoiceRequests.decidedAt))
      .orderBy(asc(invoiceRequests.askedAt), asc(invoiceRequests.id));
    return rows.map(({ request, number }) => ({ ...request, number }));
  },
  async ofAccount(accountId: string): Promise<Pick<InvoiceRequest, "invoiceNumber" | "billing" | "note" | "answer">[]> {
    const { invoiceNumber, billing, note, askedAt, answer } = invoiceRequests;
    return db
      .select({ invoiceNumber, billing, note, askedAt, answer })
      .from(invoiceRequests)
      .innerJoin(orders, eq(orders.id, invoiceRequests.orderId))
      .where(eq(orders.accountId, accountId))
      .orderBy(asc(invoiceRequests.id));
  },
});

export const invoiceRequestWrites = (db: Db) => ({
  ...invoiceRequestReads(db),
  /** A new request replaces an open one. */
  async ask(asked: Asked): Promise<void> {
    await db.delete(invoiceRequests).where(isOpen(asked.orderId));
    await db.insert(invoiceRequests).values(asked);
  },
  async removeOf(accountId: string): Promise<void> {
    const own = db.select({ id: orders.id }).from(orders).where(eq(orders.accountId, accountId));
    await db.delete(invoiceRequests).where(inArray(invoiceRequests.orderId, own));
  },
  async decide(orderId: number, decision: Pick<InvoiceRequest, "decision" | "answer">, decidedAt: Date): Promise<void> {
    await db
      .update(invoiceRequests)
      .set({ ...decision, decidedAt })
      .where(isOpen(orderId));
  },
});
