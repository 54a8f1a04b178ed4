import { setImmediate as breathe } from "node:timers/promises";
import type { BookEntry } from "../../domain/invoices/book-entry.ts";
import type { InvoiceKind } from "../../domain/invoices/invoice.ts";
import { dayIn, isWithin, type Period } from "../../domain/time/period.ts";
import type { BookedPayment, EntryPlace } from "../../store/repos/invoices/books.ts";
import type { Deps } from "../context.ts";

/** Entries of the books with the providers that brought the money. */
export type Booked = BookEntry & { providers: readonly string[] };

/** What a list of documents shows. All that is undefined or empty lets everything through. */
export type BookFilter = Period & {
  country?: string | undefined;
  kind?: InvoiceKind | undefined;
  rateBp?: number | undefined;
  provider?: string | undefined;
  /** Part of a number, of the buyer's name or of a VAT number. */
  text?: string | undefined;
};

/** How many rows are read at once. Other requests are served between two reads, however many there are. */
export const PAGE = 500;

/** Whether a filter lets an entry through, whose period fits already. */
export const fits = (
  entry: Booked,
  { country, kind, rateBp, provider, text }: Omit<BookFilter, keyof Period>,
): boolean => {
  const wanted = text?.toLowerCase() ?? "";
  const texts = [entry.number, entry.orderNumber, entry.buyer, entry.vatNumber ?? ""];
  return (
    (country === undefined || entry.country === country) &&
    (kind === undefined || entry.kind === kind) &&
    (rateBp === undefined || entry.rateBp === rateBp) &&
    (provider === undefined || entry.providers.includes(provider)) &&
    (wanted === "" || texts.some((one) => one.toLowerCase().includes(wanted)))
  );
};

/** The entries that a filter lets through, in the order of issue, page by page. */
export async function* entriesIn(filter: BookFilter, { store }: Pick<Deps, "store">): AsyncGenerator<Booked> {
  const period = { from: filter.from, to: filter.to };
  for (let after: EntryPlace | undefined; ; await breathe()) {
    const page = await store.books.entries(period, after, PAGE);
    const providers = await store.books.providersOf([...new Set(page.map(({ orderNumber }) => orderNumber))]);
    for (const entry of page) {
      const one = { ...entry, providers: providers.get(entry.orderNumber) ?? [] };
      if (fits(one, filter)) yield one;
    }
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

/** Payments of the orders that were paid within a period, in the order of their orders. */
export async function* paymentsIn(
  period: Period,
  { store, settings }: Pick<Deps, "store" | "settings">,
): AsyncGenerator<BookedPayment & { paidOn: string }> {
  for (let last = 0; ; await breathe()) {
    const page = await store.books.ordersAfter(last, PAGE);
    const paid = page.flatMap(({ id, paidAt }) => {
      const paidOn = paidAt && dayIn(paidAt, settings.SITE_TIMEZONE);
      return paidOn && isWithin(paidOn, period) ? [[id, paidOn] as const] : [];
    });
    const days = new Map(paid);
    for (const payment of days.size > 0 ? await store.books.paymentsOf([...days.keys()]) : [])
      yield { ...payment, paidOn: days.get(payment.orderId)! };
    if (page.length < PAGE) return;
    last = page.at(-1)!.id;
  }
}
