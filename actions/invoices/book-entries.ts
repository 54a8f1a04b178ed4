import { setImmediate as breathe } from "node:timers/promises";
import type { BookEntry } from "../../domain/invoices/book-entry.ts";
import type { InvoiceKind } from "../../domain/invoices/invoice.ts";
import { given } from "../../domain/text/given.ts";
import { dayIn, isWithin, type Period } from "../../domain/time/period.ts";
import type { BookedPayment, EntryPlace } from "../../store/repos/invoices/books.ts";
import type { Deps } from "../context.ts";

export type Booked = BookEntry & { providers: readonly string[] };

/** Empty filters match everything. */
export type BookFilter = Period & {
  country?: string | undefined;
  kind?: InvoiceKind | undefined;
  rateBp?: number | undefined;
  provider?: string | undefined;
  text?: string | undefined;
};

/** Rows read at once. Other requests are served in between. */
export const PAGE = 500;

/** Whether an entry of the period matches the other filters. */
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

/** Matching entries in order of issue, read page by page. */
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

/** Payments of orders paid in a period, by order. */
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
      yield { ...payment, paidOn: given(days.get(payment.orderId)) };
    if (page.length < PAGE) return;
    last = page.at(-1)?.id ?? last;
  }
}
