/** Units of a currency per euro on a day, as published by the European Central Bank. */
export type EuroRate = { day: string; currency: string; rate: string };

export type SellerVat = {
  sellerCurrency: string;
  exchangeRate: string;
  exchangeRateDate: string;
  sellerVatCents: number;
};

const OWN_CURRENCY: Record<string, string> = { CZ: "CZK", DK: "DKK", HU: "HUF", PL: "PLN", RO: "RON", SE: "SEK" };

export const currencyOfState = (country: string): string => OWN_CURRENCY[country] ?? "EUR";

const WEEKEND = 6;

function easter(year: number): Temporal.PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leap = Math.floor(century / 4);
  const moon =
    (19 * golden + century - leap - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451);
  const days = moon + sunday - 7 * late + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(days / 31), day: (days % 31) + 1 });
}

const CLOSED = new Set(["01-01", "05-01", "12-25", "12-26"]);

/**
 * Whether the European Central Bank publishes rates on this day: not on weekends and T2 holidays.
 */
function hasRates(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek >= WEEKEND || CLOSED.has(date.toString().slice(5))) return false;
  const sunday = easter(date.year);
  return !date.equals(sunday.subtract({ days: 2 })) && !date.equals(sunday.add({ days: 1 }));
}

/** The latest day, up to this one, for which rates were published. */
export function rateDayOf(day: string): string {
  let date = Temporal.PlainDate.from(day);
  while (!hasRates(date)) date = date.subtract({ days: 1 });
  return date.toString();
}

const DECIMALS = 8;
const halfUp = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n);

/** Parses a decimal text as an integer scaled by 10^decimals. */
function scaled(text: string, decimals: number): bigint {
  const [whole = "", part = ""] = text.split(".");
  return BigInt(whole + part.slice(0, decimals).padEnd(decimals, "0"));
}

export const isRate = (text: string): boolean => /^\d{1,9}(\.\d{1,8})?$/.test(text) && /[1-9]/.test(text);

/** Cross rate of two currencies from their euro rates, to eight decimals. */
export function crossRate(of: string, per: string): string {
  const quotient = halfUp(scaled(of, DECIMALS) * 10n ** BigInt(DECIMALS), scaled(per, DECIMALS));
  const digits = String(quotient).padStart(DECIMALS + 1, "0");
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, "");
}

/** Cents at a rate, rounded half up. Both currencies have two decimals. */
export const convert = (cents: number, rate: string): number =>
  Number(halfUp(BigInt(cents) * scaled(rate, DECIMALS), 10n ** BigInt(DECIMALS)));
