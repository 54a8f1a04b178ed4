import type { BookEntry } from "./book-entry.ts";
import { counted, type VatMode } from "./vat.ts";

/** Article 59c: below it, a seller of one member state charges consumers of the others its own VAT. */
export const THRESHOLD_CENTS = 1_000_000;
/** Of the threshold, in percent: when the team is told, once each. */
export const WARNED_AT = [80, 100] as const;

/** What counts towards the threshold in a calendar year. */
export type YearsSales = {
  year: string;
  /** In euros, with `assumedCents`. */
  netCents: number;
  /** Of these, US dollars without a rate: each counts as a euro, which warns too early, not too late. */
  assumedCents: number;
  /** Documents in other currencies without a rate, which cannot be counted. */
  unknown: number;
};

/** Sales to consumers of other member states: every sale there that is not to a business by its VAT number. */
export function countsAbroad(
  { treatment, country, sellerCountry, vatNumber }: BookEntry,
  isMember: (country: string) => boolean,
): boolean {
  if (country === null || sellerCountry === null || !isMember(sellerCountry)) return false;
  if (treatment === "reverse_charge" || treatment === "outside_eu") return false;
  return isMember(counted(country)) && counted(country) !== sellerCountry && vatNumber === null;
}

/** Adds up the sales of each year. */
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

/** The highest warning that a sum calls for; 0 below all of them. */
export const warningAt = (netCents: number): number =>
  WARNED_AT.findLast((part) => netCents * 100 >= THRESHOLD_CENTS * part) ?? 0;

/** Whether passing it changes anything: with `oss`, consumers pay the VAT of their country anyway. */
export const isThresholdWatched = (mode: VatMode): boolean => mode !== "oss";
