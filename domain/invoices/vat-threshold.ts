import type { BookEntry } from "./book-entry.ts";
import { counted, type VatMode } from "./vat.ts";

/** Article 59c: below this, sales to consumers in other member states carry the seller's VAT. */
export const THRESHOLD_CENTS = 1_000_000;
/** Percentages of the threshold at which the team is warned, once each. */
export const WARNED_AT = [80, 100] as const;

export type YearsSales = {
  year: string;
  netCents: number;
  /** US dollars without a rate, counted as euros so that the warning is early rather than late. */
  assumedCents: number;
  /** Documents without a usable rate, left out of the sum. */
  unknown: number;
};

export function countsAbroad(
  { treatment, country, sellerCountry, vatNumber }: BookEntry,
  isMember: (country: string) => boolean,
): boolean {
  if (country === null || sellerCountry === null || !isMember(sellerCountry)) return false;
  if (treatment === "reverse_charge" || treatment === "outside_eu") return false;
  return isMember(counted(country)) && counted(country) !== sellerCountry && vatNumber === null;
}

export function countingYears(isMember: (country: string) => boolean) {
  const years = new Map<string, YearsSales>();
  return {
    add(entry: BookEntry): void {
      if (!countsAbroad(entry, isMember)) return;
      const year = entry.suppliedOn.slice(0, 4);
      const sales = years.get(year) ?? noSales(year);
      years.set(year, sales);
      const { currency, netCents, sellerCurrency, sellerNetCents } = entry;
      if (currency === "EUR") sales.netCents += netCents;
      else if (sellerCurrency === "EUR" && sellerNetCents !== null) sales.netCents += sellerNetCents;
      else if (currency === "USD") {
        sales.netCents += netCents;
        sales.assumedCents += netCents;
      } else sales.unknown += 1;
    },
    of: (year: string): YearsSales => years.get(year) ?? noSales(year),
  };
}

const noSales = (year: string): YearsSales => ({ year, netCents: 0, assumedCents: 0, unknown: 0 });

export const warningAt = (netCents: number): number =>
  WARNED_AT.findLast((part) => netCents * 100 >= THRESHOLD_CENTS * part) ?? 0;

/** With `oss`, consumers pay the VAT of their country anyway. */
export const isThresholdWatched = (mode: VatMode): boolean => mode !== "oss";
