import { t, type Words } from "#languages/words.ts";
import { isWithin, type Period, quarterName } from "../time/period.ts";
import { type BookEntry, converted } from "./book-entry.ts";
import { type Summed, summing } from "./book-sums.ts";

export type EuroRates = Readonly<Record<string, string>>;

export function inEuros(cents: number, currency: string, rates: EuroRates): number | null {
  if (currency === "EUR") return cents;
  const rate = Object.hasOwn(rates, currency) ? rates[currency] : undefined;
  return rate === undefined ? null : converted(cents, rate);
}

/** Reads rates like USD=0.9213,SEK=0.089. Returns a message for invalid input. */
export function readEuroRates(text: string): EuroRates | Words {
  const rates: Record<string, string> = {};
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const [, currency, rate] = /^\s*([A-Z]{3})\s*=\s*(\d{1,6}(?:\.\d{1,8})?)\s*$/.exec(part) ?? [];
    if (!currency || !rate || Number(rate) === 0)
      return t`"${part.trim().slice(0, 40)}" is not a rate. Enter euros per unit of the currency, like USD=0.9213.`;
    rates[currency] = rate;
  }
  return rates;
}

export const vatTable = () =>
  summing(({ country, treatment, vatCountry, rateBp, currency, sellerCurrency }) => ({
    country,
    treatment,
    vatCountry,
    rateBp,
    currency,
    sellerCurrency,
  }));

export type OssSupply = Summed<{ vatCountry: string | null; rateBp: number; currency: string }>;
/** Correction of a return for an earlier quarter (Article 369g (3) of the directive). */
export type OssCorrection = Summed<{ quarter: string; vatCountry: string | null; currency: string }>;

/**
 * The OSS return: supplies by country and rate, and corrections of earlier quarters by country. A
 * credit note belongs to the quarter of its invoice.
 */
export function ossReturn(period: Period) {
  const supplies = summing(({ treatment, suppliedOn, vatCountry, rateBp, currency }) =>
    treatment === "oss" && isWithin(suppliedOn, period) ? { vatCountry, rateBp, currency } : undefined,
  );
  const corrections = summing(({ treatment, suppliedOn, vatCountry, currency }) =>
    treatment === "oss" && !isWithin(suppliedOn, period)
      ? { quarter: quarterName(suppliedOn), vatCountry, currency }
      : undefined,
  );
  return {
    add(entry: BookEntry): void {
      supplies.add(entry);
      corrections.add(entry);
    },
    supplies: (): OssSupply[] => supplies.sums(),
    corrections: (): OssCorrection[] => corrections.sums(),
  };
}

/** The recapitulative statement (Article 262): reverse-charge services by VAT number. */
export const ecSales = () =>
  summing(({ treatment, vatNumber, suppliedOn, currency, sellerCurrency }) =>
    treatment === "reverse_charge"
      ? { vatNumber, period: quarterName(suppliedOn), currency, sellerCurrency }
      : undefined,
  );
