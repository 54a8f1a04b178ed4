import { type Summed, summing } from "../../domain/invoices/book-sums.ts";
import type { Deps } from "../context.ts";
import { type Booked, type BookFilter, entriesIn, fits } from "./book-entries.ts";

export type BookTotals = Summed<{ currency: string; kind: Booked["kind"]; sellerCurrency: string | null }>;
export type BookList = {
  rows: Booked[];
  total: number;
  totals: BookTotals[];
  /** Filter options that occur in the period. */
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
