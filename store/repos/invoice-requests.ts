import type { InvoiceRequest } from "../../domain/invoice-request.ts";
import { and, asc, eq, isNull } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { invoiceRequests, orders } from "../sqlite/tables.ts";

type Asked = Pick<InvoiceRequest, "orderId" | "invoiceNumber" | "billing" | "note" | "askedAt">;

const isOpen = (orderId: number) => and(eq(invoiceRequests.orderId, orderId), isNull(invoiceRequests.decidedAt));

/** What buyers ask to be corrected on their invoices. */
export const invoiceRequestReads = (db: Db) => ({
  /** What the buyer of an order asks and nobody has decided. */
  async open(orderId: number): Promise<InvoiceRequest | undefined> {
    return db.select().from(invoiceRequests).where(isOpen(orderId)).get();
  },
  /** Everything that nobody has decided, the oldest first, with the number of its order. */
  async waiting(): Promise<(InvoiceRequest & { number: string })[]> {
    const rows = await db
      .select({ request: invoiceRequests, number: orders.number })
      .from(invoiceRequests)
      .innerJoin(orders, eq(orders.id, invoiceRequests.orderId))
      .where(isNull(invoiceRequests.decidedAt))
      .orderBy(asc(invoiceRequests.askedAt), asc(invoiceRequests.id));
    return rows.map(({ request, number }) => ({ ...request, number }));
  },
});

export const invoiceRequestWrites = (db: Db) => ({
  ...invoiceRequestReads(db),
  /** A second request replaces the first as long as that is open. */
  async ask(asked: Asked): Promise<void> {
    await db.delete(invoiceRequests).where(isOpen(asked.orderId)).run();
    await db.insert(invoiceRequests).values(asked).run();
  },
  async decide(
    orderId: number,
    decision: Pick<InvoiceRequest, "decision" | "answer">,
    decidedAt: Date,
  ): Promise<void> {
    await db
      .update(invoiceRequests)
      .set({ ...decision, decidedAt })
      .where(isOpen(orderId))
      .run();
  },
});
