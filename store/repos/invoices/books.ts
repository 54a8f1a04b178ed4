import { type BookEntry, type BookedContent, entriesOf, type TaxedIn } from "#domain/invoices/book-entry.ts";
import { rateOn, type VatRate } from "#domain/invoices/vat.ts";
import type { YearsSales } from "#domain/invoices/vat-threshold.ts";
import { pick } from "#domain/text/pick.ts";
import type { Period } from "#domain/time/period.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { bookEntries, orders, paymentCosts, payments, vatRates, vatThresholds } from "../../sqlite/tables.ts";

export type EntryPlace = Pick<BookEntry, "issuedOn" | "number" | "rateBp">;
export type PaymentCosts = typeof paymentCosts.$inferSelect;
export type Threshold = typeof vatThresholds.$inferSelect;
export type BookedPayment = {
  orderId: number;
  orderNumber: string;
  paidAt: Date | null;
  provider: string;
  paymentId: string;
  amountCents: number;
  refundedCents: number;
  currency: string | null;
  costs: PaymentCosts | null;
};

export const bookReads = (db: Db) => {
  const entries = statement(
    ({ from, to, limit, issuedOn, number, rateBp }: Period & Partial<EntryPlace> & { limit: number }) =>
      db
        .select()
        .from(bookEntries)
        .where(
          and(
            gte(bookEntries.issuedOn, from),
            lte(bookEntries.issuedOn, to),
            issuedOn === undefined
              ? undefined
              : sql`(${bookEntries.issuedOn}, ${bookEntries.number}, ${bookEntries.rateBp}) > (${issuedOn}, ${number}, ${rateBp})`,
          ),
        )
        .orderBy(asc(bookEntries.issuedOn), asc(bookEntries.number), asc(bookEntries.rateBp))
        .limit(limit),
  );
  const booked = {
    ...{ orderId: orders.id, orderNumber: orders.number, paidAt: orders.paidAt },
    ...pick(payments, "provider", "paymentId", "amountCents"),
    ...{ refundedCents: payments.refundedCents, currency: payments.currency, costs: paymentCosts },
  };
  const sameCosts = has(paymentCosts, { provider: payments.provider, paymentId: payments.paymentId });
  return {
    async entries(period: Period, after: EntryPlace | undefined, limit: number): Promise<BookEntry[]> {
      return entries.all({ ...period, limit, ...(after && pick(after, "issuedOn", "number", "rateBp")) });
    },
    entriesAbout: statement((number: string) =>
      db
        .select()
        .from(bookEntries)
        .where(or(eq(bookEntries.number, number), eq(bookEntries.credits, number)))
        .orderBy(asc(bookEntries.kind), asc(bookEntries.issuedOn), asc(bookEntries.number), asc(bookEntries.rateBp)),
    ).all,
    async providersOf(orderNumbers: readonly string[]): Promise<Map<string, string[]>> {
      const rows = await db
        .select({ orderNumber: orders.number, provider: payments.provider })
        .from(orders)
        .innerJoin(payments, eq(payments.orderId, orders.id))
        .where(and(inArray(orders.number, [...orderNumbers]), eq(payments.isPaid, true)))
        .orderBy(asc(payments.startedAt), asc(payments.provider), asc(payments.paymentId));
      const found = new Map<string, string[]>();
      for (const { orderNumber, provider } of rows) {
        const known = found.get(orderNumber) ?? [];
        if (!known.includes(provider)) found.set(orderNumber, [...known, provider]);
      }
      return found;
    },
    /** Payments of these orders that brought money, with what their providers say. */
    async paymentsOf(orderIds: readonly number[]): Promise<BookedPayment[]> {
      return db
        .select(booked)
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .leftJoin(paymentCosts, sameCosts)
        .where(and(inArray(payments.orderId, [...orderIds]), eq(payments.isPaid, true)))
        .orderBy(asc(payments.orderId), asc(payments.startedAt), asc(payments.provider), asc(payments.paymentId));
    },
    /** All orders by id, paid or not, so that each read is bounded. */
    async ordersAfter(id: number, limit: number): Promise<{ id: number; paidAt: Date | null }[]> {
      return db
        .select({ id: orders.id, paidAt: orders.paidAt })
        .from(orders)
        .where(gt(orders.id, id))
        .orderBy(asc(orders.id))
        .limit(limit);
    },
    /** Payments without costs or payout that were not asked about recently, newest first. */
    async paymentsToAsk(
      provider: string,
      { startedAfter, askedBefore, limit }: { startedAfter: Date; askedBefore: Date; limit: number },
    ): Promise<string[]> {
      const rows = await db
        .select({ paymentId: payments.paymentId })
        .from(payments)
        .leftJoin(paymentCosts, sameCosts)
        .where(
          and(
            has(payments, { provider, isPaid: true }),
            gt(payments.startedAt, startedAfter),
            or(isNull(paymentCosts.askedAt), and(isNull(paymentCosts.feeCents), lt(paymentCosts.askedAt, askedBefore))),
          ),
        )
        .orderBy(asc(payments.startedAt), asc(payments.paymentId))
        .limit(limit);
      return rows.map(({ paymentId }) => paymentId);
    },
    /**
     * When the oldest payment waiting for a payout was last asked about; undefined if none waits.
     */
    async waitsForPayoutSince(provider: string, askedAfter: Date): Promise<Date | undefined> {
      const [row] = await db
        .select({ askedAt: paymentCosts.askedAt })
        .from(paymentCosts)
        .where(
          and(
            has(paymentCosts, { provider, payoutId: null }),
            sql`${paymentCosts.reference} is not null`,
            gt(paymentCosts.askedAt, askedAfter),
          ),
        )
        .orderBy(asc(paymentCosts.askedAt))
        .limit(1);
      return row?.askedAt;
    },
    async threshold(year: string): Promise<Threshold | undefined> {
      return db.select().from(vatThresholds).where(eq(vatThresholds.year, year)).get();
    },
  };
};

/** Only EU sellers charge their own VAT. */
function taxedInBy({ seller, buyer, lines, issuedOn }: BookedContent, rates: VatRate[], taxedIn?: TaxedIn): TaxedIn {
  const rateOf = (country: string | null) => (country === null ? undefined : rateOn(rates, country, issuedOn));
  if (rateOf(seller.country) === undefined) return "buyer";
  const charged = Math.max(0, ...lines.map(({ vatRateBasisPoints }) => vatRateBasisPoints));
  const isSellers = rateOf(seller.country) === charged && rateOf(buyer.country) !== charged;
  return taxedIn ?? (isSellers ? "seller" : "buyer");
}

export const bookWrites = (db: Db) => {
  const reads = bookReads(db);
  const insert = statement((entry: typeof bookEntries.$inferInsert) => db.insert(bookEntries).values(entry));
  const everyRate = statement(() => db.select().from(vatRates));
  return {
    ...reads,
    /** Books an issued document. Without `taxedIn`, the day's rates decide whose VAT it is. */
    async enter(number: string, content: BookedContent, taxedIn?: TaxedIn): Promise<void> {
      const credited = content.credits === null ? [] : await reads.entriesAbout(content.credits);
      const place = { taxedIn: taxedInBy(content, await everyRate.all(), taxedIn), credited };
      for (const entry of entriesOf(number, content, place)) await insert.run(entry);
    },
    /** Saves reported costs, keeping a known payout. */
    async saveCosts(costs: Omit<PaymentCosts, "payoutId" | "paidOutOn">): Promise<void> {
      const { feeCents, currency, reference, askedAt } = costs;
      await db
        .insert(paymentCosts)
        .values(costs)
        .onConflictDoUpdate({
          target: [paymentCosts.provider, paymentCosts.paymentId],
          set: { feeCents, currency, reference, askedAt },
        });
    },
    async notePayout(
      provider: string,
      { id, paidOn, references }: { id: string; paidOn: string; references: readonly string[] },
    ): Promise<void> {
      await db
        .update(paymentCosts)
        .set({ payoutId: id, paidOutOn: paidOn })
        .where(and(has(paymentCosts, { provider, payoutId: null }), inArray(paymentCosts.reference, [...references])));
    },
    async saveThreshold(
      { year, netCents, assumedCents, unknown }: YearsSales,
      told: number,
      measuredAt: Date,
    ): Promise<number> {
      const before = (await reads.threshold(year))?.told ?? 0;
      const now = { netCents, assumedCents, unknown, told: Math.max(before, told), measuredAt };
      await db
        .insert(vatThresholds)
        .values({ year, ...now })
        .onConflictDoUpdate({ target: vatThresholds.year, set: now });
      return before;
    },
  };
};
