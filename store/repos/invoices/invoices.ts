import { hash } from "node:crypto";
import { hashToken } from "#core/credentials/tokens.ts";
import type { TaxedIn } from "#domain/invoices/book-entry.ts";
import {
  type Invoice,
  type InvoiceContent,
  invoiceFaults,
  invoiceNumber,
  restOf,
  seriesOf,
} from "#domain/invoices/invoice.ts";
import { MERCHANTS_OF_RECORD } from "#domain/orders/order.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, exists, gt, inArray, isNotNull, notExists, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { invoiceSeries, invoices, invoiceWaits, orders, payments } from "../../sqlite/tables.ts";
import { bookWrites } from "./books.ts";

type Row = typeof invoices.$inferSelect;
/** Parses an invoice's stored text, which is also hashed. */
export const contentOf = (json: string): InvoiceContent => JSON.parse(json);
const hashOf = (json: string): string => hash("sha256", json, "hex");

const tokenOf = (db: Db, { number, sealedToken }: { number: string; sealedToken: string | null }): string =>
  db.$vault.open(["invoices.sealed_token", number], sealedToken ?? "");

function toInvoice(db: Db, { number, sealedToken, contentJson, contentHash, issuedAt }: Row): Invoice {
  if (hashOf(contentJson) !== contentHash)
    throw new Error(`Invoice ${number} was changed after it was issued: its content does not match its hash.`);
  return {
    number,
    token: tokenOf(db, { number, sealedToken }),
    content: contentOf(contentJson),
    contentHash,
    issuedAt,
  };
}

export const invoiceReads = (db: Db) => {
  const by = (column: typeof invoices.number | typeof invoices.token | typeof invoices.cause) => {
    const row = statement(({ value }: { value: string }) => db.select().from(invoices).where(eq(column, value)));
    return async (value: string): Promise<Invoice | undefined> => {
      const found = await row.get({ value });
      return found && toInvoice(db, found);
    };
  };
  const byToken = by(invoices.token);
  const ofOrder = statement(({ orderNumber }: { orderNumber: string }) =>
    db
      .select()
      .from(invoices)
      .where(eq(invoices.orderNumber, orderNumber))
      // In order of creation: causes end with the document's number.
      .orderBy(asc(invoices.issuedAt), sql`length(${invoices.cause})`, asc(invoices.cause)),
  );
  const waitOf = statement(({ orderId }: { orderId: number }) =>
    db.select().from(invoiceWaits).where(eq(invoiceWaits.orderId, orderId)),
  );
  return {
    find: by(invoices.number),
    findByToken: (token: string) => byToken(hashToken(token)),
    findByCause: by(invoices.cause),
    async ofOrder(orderNumber: string): Promise<Invoice[]> {
      return (await ofOrder.all({ orderNumber })).map((row) => toInvoice(db, row));
    },
    async newestOf(orderNumbers: readonly string[]): Promise<Map<string, Pick<Invoice, "number" | "token">>> {
      const rows = await db
        .select(pick(invoices, "orderNumber", "number", "sealedToken"))
        .from(invoices)
        .where(and(eq(invoices.kind, "invoice"), inArray(invoices.orderNumber, [...orderNumbers])))
        .orderBy(asc(invoices.issuedAt), asc(invoices.number));
      return new Map(
        rows.map(({ orderNumber, number, sealedToken }) => [
          orderNumber,
          { number, token: tokenOf(db, { number, sealedToken }) },
        ]),
      );
    },
    /** Paid orders without an invoice, or waiting for one, after an id. */
    async missing(afterId: number, limit: number): Promise<{ id: number; paidAt: Date | null }[]> {
      const known = db.select().from(invoices).where(eq(invoices.orderNumber, orders.number));
      const byMerchant = inArray(payments.provider, [...MERCHANTS_OF_RECORD]);
      const byMerchantPaid = db
        .select()
        .from(payments)
        .where(and(has(payments, { orderId: orders.id, isPaid: true }), byMerchant));
      const waits = db.select().from(invoiceWaits).where(eq(invoiceWaits.orderId, orders.id));
      const isPaid = inArray(orders.status, ["paid", "partially_refunded", "on_hold", "disputed"]);
      return db
        .select({ id: orders.id, paidAt: orders.paidAt })
        .from(orders)
        .where(
          and(
            ...[gt(orders.id, afterId), isPaid, isNotNull(orders.paidAt), notExists(byMerchantPaid)],
            or(notExists(known), exists(waits)),
          ),
        )
        .orderBy(asc(orders.id))
        .limit(limit);
    },
    async waitOf(orderId: number): Promise<string | undefined> {
      return (await waitOf.get({ orderId }))?.reason;
    },
  };
};

/** A credit note must credit an invoice of its order, and all together at most its total. */
async function creditFaults(
  reads: ReturnType<typeof invoiceReads>,
  { credits, orderNumber, currency, totals }: InvoiceContent,
) {
  if (credits === null) return [];
  const all = await reads.ofOrder(orderNumber);
  const invoice = all.find(({ number }) => number === credits);
  if (invoice?.content.kind !== "invoice" || invoice.content.currency !== currency)
    return [`${credits} is no invoice of ${orderNumber} in ${currency}`];
  const rest = restOf(invoice, all);
  const isMore = (["netCents", "vatCents", "totalCents"] as const).some((key) => totals[key] > rest[key]);
  return isMore ? [`it credits more than ${credits} charged`] : [];
}

export const invoiceWrites = (db: Db) => {
  const reads = invoiceReads(db);
  const books = bookWrites(db);
  const seriesBefore = statement(({ series }: { series: string }) =>
    db.select().from(invoiceSeries).where(eq(invoiceSeries.series, series)),
  );
  const openSeries = statement((series: typeof invoiceSeries.$inferSelect) => db.insert(invoiceSeries).values(series));
  const countUp = statement(({ series, last }: typeof invoiceSeries.$inferSelect) =>
    db.update(invoiceSeries).set({ last }).where(eq(invoiceSeries.series, series)),
  );
  const insert = statement((invoice: typeof invoices.$inferSelect) => db.insert(invoices).values(invoice));

  const putWait = statement((wait: typeof invoiceWaits.$inferInsert) =>
    db
      .insert(invoiceWaits)
      .values(wait)
      .onConflictDoUpdate({ target: invoiceWaits.orderId, set: { reason: wait.reason } }),
  );

  return {
    ...reads,
    async await(orderId: number, reason: string, since: Date): Promise<void> {
      await putWait.run({ orderId, reason, since });
    },
    awaitNoMore: statement((orderId: number) => db.delete(invoiceWaits).where(eq(invoiceWaits.orderId, orderId))).run,
    /**
     * Issues a document with its series' next number, once per `cause` (payment or refund). `token`
     * is unguessable. Throws if the content does not add up.
     */
    async issue(
      content: InvoiceContent,
      { cause, token, taxedIn }: { cause: string; token: string; taxedIn?: TaxedIn },
      now: Date,
    ): Promise<Invoice> {
      const known = await reads.findByCause(cause);
      if (known) return known;
      const faults = [...invoiceFaults(content), ...(await creditFaults(reads, content))];
      if (faults.length) throw new Error(`This cannot be invoiced: ${faults.join("; ")}.`);
      const series = seriesOf(content);
      const before = await seriesBefore.get({ series });
      const last = (before?.last ?? 0) + 1;
      const contentJson = canonicalJson(content);
      const number = invoiceNumber(series, last);
      const row = {
        number,
        kind: content.kind,
        orderNumber: content.orderNumber,
        cause,
        token: hashToken(token),
        sealedToken: db.$vault.seal(["invoices.sealed_token", number], token),
        contentJson,
        contentHash: hashOf(contentJson),
        issuedAt: now,
        sellerCurrency: content.sellerCurrency ?? null,
        exchangeRate: content.exchangeRate ?? null,
        exchangeRateDate: content.exchangeRateDate ?? null,
        sellerVatCents: content.sellerVatCents ?? null,
      };
      await insert.run(row);
      await (before ? countUp : openSeries).run({ series, last });
      await books.enter(row.number, content, taxedIn);
      return toInvoice(db, row);
    },
  };
};
