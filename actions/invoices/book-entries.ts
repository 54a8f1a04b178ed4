import { setImmediate as breathe } from "node:timers/promises";
import type { BookEntry } from "#domain/invoices/book-entry.ts";
import { type Summed, summing } from "#domain/invoices/book-sums.ts";
import type { InvoiceKind } from "#domain/invoices/invoice.ts";
import { given } from "#domain/text/given.ts";
import { dayIn, isWithin, type Period } from "#domain/time/period.ts";
import type { BookedPayment, EntryPlace } from "#store/repos/invoices/books.ts";
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

export type BookTotals = Summed<{ currency: string; kind: Booked["kind"]; sellerCurrency: string | null }>;
export type BookList = {
  rows: Booked[];
  total: number;
  totals: BookTotals[];
  countries: string[];
  rates: number[];
  providers: string[];
};

/** One pass over a period: a page of documents, totals and filter options. */
export async function listBooks(
  filter: BookFilter,
  { page, perPage }: { page: number; perPage: number },
  deps: Pick<Deps, "store">,
): Promise<BookList> {
  const countries = new Set<string>();
  const rates = new Set<number>();
  const providers = new Set<string>();
  const totals = summing(({ currency, kind, sellerCurrency }) => ({ currency, kind, sellerCurrency }));
  // Keeps the last rows read, which are the newest.
  const kept = page * perPage;
  let newest: Booked[] = [];
  let total = 0;
  for await (const entry of entriesIn({ from: filter.from, to: filter.to }, deps)) {
    if (entry.country !== null) countries.add(entry.country);
    rates.add(entry.rateBp);
    for (const provider of entry.providers) providers.add(provider);
    if (!fits(entry, filter)) continue;
    totals.add(entry);
    total += 1;
    newest.push(entry);
    if (newest.length > 2 * kept) newest = newest.slice(-kept);
  }
  const end = total - (page - 1) * perPage;
  const skipped = total - newest.length;
  const rows = end <= 0 ? [] : newest.slice(Math.max(0, end - perPage - skipped), Math.max(0, end - skipped));
  return {
    rows: rows.reverse(),
    total,
    totals: totals.sums(),
    countries: [...countries].sort(),
    rates: [...rates].sort((a, b) => a - b),
    providers: [...providers].sort(),
  };
}
