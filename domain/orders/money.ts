import { numbers } from "#languages/formats.ts";
import { ENGLISH, type Language } from "#languages/language.ts";
import { formatted, type Words } from "#languages/words.ts";
/** Amounts are whole cents, rates whole basis points (1900 is 19 %). There are no fractions. */

export const shareOf = (cents: number, basisPoints: number): number =>
  Number((BigInt(cents) * BigInt(basisPoints) + 5_000n) / 10_000n);

/**
 * Splits a total by weights so that the parts add up exactly: shares are rounded down, and
 * remaining cents go to the largest remainders, earlier first (Hamilton's method). All weights 0:
 * all parts 0.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight, index) => {
    const exact = BigInt(total) * BigInt(weight);
    return { index, cents: Number(exact / BigInt(sum)), remainder: Number(exact % BigInt(sum)) };
  });
  const left = total - shares.reduce((all, { cents }) => all + cents, 0);
  for (const share of shares.toSorted((a, b) => b.remainder - a.remainder || a.index - b.index).slice(0, left))
    share.cents += 1;
  return shares.map(({ cents }) => cents);
}

/** Parses an amount like 49 or 49.50 to cents; undefined if it is not an amount. */
export function readMoney(text: string): number | undefined {
  const [, whole, part = ""] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/^\$\s*/, "")) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

export const typedMoney = (cents: number): string => (cents / 100).toFixed(2);

const formats = new Map<string, Intl.NumberFormat>();
/** In English, for programs. */
export function showMoney(cents: number, currency: string): string {
  // Creating a format takes longer than rendering a page.
  const format = formats.get(currency) ?? new Intl.NumberFormat("en-US", { style: "currency", currency });
  formats.set(currency, format);
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const SHORT = { trailingZeroDisplay: "stripIfInteger" } as const;
const options = new Map<string, Intl.NumberFormatOptions>();
const optionsOf = (currency: string, isShort: boolean, { tag }: Language): Intl.NumberFormatOptions => {
  // In Portuguese, "$" may be any currency.
  const currencyDisplay = /^pt\b/.test(tag) ? "symbol" : "narrowSymbol";
  return options.getOrInsertComputed(`${currency} ${isShort} ${currencyDisplay}`, () => ({
    ...{ style: "currency", currency, currencyDisplay },
    ...(isShort && SHORT),
  }));
};

/** An amount as people write it in their language; `isShort` leaves out cents that are 0. */
export const moneyText = (cents: number, currency: string, isShort = false): Words =>
  formatted((language) => {
    const { isRightToLeft } = language;
    if (language.tag === "en" && !isShort) return showMoney(cents, currency);
    const format = numbers(isRightToLeft ? ENGLISH : language, optionsOf(currency, isShort, language));
    const text = format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    // Isolated, because a sign would change sides beside Arabic or Hebrew words.
    return isRightToLeft ? `\u2066${text}\u2069` : text;
  });
