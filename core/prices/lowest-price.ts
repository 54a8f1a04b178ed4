import { fold } from "#domain/text/text.ts";
import { phrasesIn } from "../runtime/phrases.ts";
import { FEES, TRIAL, TRIAL_DAYS } from "./payment-words.ts";
import { periodsIn, startsWithPer } from "./periods.ts";
import { type Quantity, quantitiesIn } from "./quantities.ts";

const [phrases, pricing] = [phrasesIn("lowest-price"), phrasesIn("pricing")];

/** Of a month, or to be paid once. No currency: it costs nothing to start. */
export type Price = { amount: number; currency?: string; period?: "month" | "once" };

const MONTHS: Partial<Record<string, number>> = { week: 12 / 52, month: 1, quarter: 3, year: 12 };
const FREE_MODELS: readonly (string | null)[] = ["free", "freemium", "open_source"];

// Not after abbreviations like "руб.".
const ENDS = /[;；\n|·•。]|(?<!(?:^|\P{L})\p{L}{1,3})[.!?](?=\s+\P{Ll})|,\s(?=[^,]*\d)|[、，]/u;
const THEN = new RegExp(`(?<!\\p{L})(?:${phrases("then")})(?!\\p{Ll})`, "iu");
const NOT_REGULAR = new RegExp(phrases("not regular"), "iu");
const FREE_PLAN = new RegExp(pricing("free plan"), "iu");
const NOTHING_FREE = new RegExp(`${pricing("nothing free")}|${pricing("first talk")}|${TRIAL.source}`, "iu");
const FREE = `(?:${phrases("free")})`;
/** "Free for two users", "Solo: free". */
const STARTS_FREE = new RegExp(`^(?:[^:]{1,30}[:-] ?)?${FREE}(?=\\W*$|,|\\s?\\(?(?:${phrases("free for")}))`, "iu");
const DENIED = new RegExp(`(?:${phrases("not free")})[^,]*${FREE}|${FREE}.*(?:ません|なし|ない|没有|沒有|없)`, "iu");

const statesFree = (part: string): boolean =>
  (STARTS_FREE.test(part) || FREE_PLAN.test(part)) &&
  ![NOTHING_FREE, TRIAL_DAYS, NOT_REGULAR, DENIED].some((other) => other.test(part));

/** Dollars without a country are those of the US. */
const AMBIGUOUS: Record<string, Record<string, string>> = {
  $: { "": "USD" },
  kr: { sv: "SEK", da: "DKK", no: "NOK", nb: "NOK", nn: "NOK", is: "ISK" },
  jpy: { zh: "CNY" },
};
const currencyOf = (sign: string, language: string): string | undefined =>
  AMBIGUOUS[sign]?.[language] ?? AMBIGUOUS[sign]?.[""] ?? (/^[a-z]{3}$/.test(sign) ? sign.toUpperCase() : undefined);

function priceOf({ amount, currency, periods, each, bound, before, after }: Quantity, language: string): Price[] {
  const name = periodsIn(before).includes("once") ? "once" : periods[0];
  const months = name === undefined || name === "once" ? 1 : MONTHS[name];
  const code = currency === null ? undefined : currencyOf(currency, language);
  // "0.01 € per message" is no price to start with.
  const isUsage = name === undefined && each.length === 0 && startsWithPer(after);
  if (typeof amount !== "number" || !code || !months || bound === "most" || isUsage) return [];
  if (NOT_REGULAR.test(before) || NOT_REGULAR.test(after)) return [];
  if (amount === 0) return FEES.test(before + after) ? [] : [{ amount }];
  const period = name === undefined ? {} : { period: name === "once" ? ("once" as const) : ("month" as const) };
  return [{ amount: Math.round((amount / months) * 100) / 100, currency: code, ...period }];
}

/**
 * The lowest regular price that words state, in each currency; if a plan is free, only that. Trials,
 * discounts, fees and add-ons do not count, and what is unclear is left out.
 */
export function lowestPrices(text: string | null, model: string | null, language: string | null = null): Price[] {
  if (FREE_MODELS.includes(model)) return [{ amount: 0 }];
  const parts = (text ?? "")
    .split(ENDS)
    .flatMap((part) => part.split(THEN))
    .map(fold);
  const prices = parts.flatMap((part) => [
    ...(statesFree(part) ? [{ amount: 0 }] : []),
    ...quantitiesIn(part).flatMap((one) => priceOf(one, language?.slice(0, 2) ?? "")),
  ]);
  const lowest = Map.groupBy(
    prices.sort((a, b) => a.amount - b.amount),
    ({ currency }) => currency,
  );
  const free = lowest.get(undefined);
  return [...(free ? [free] : lowest.values())].flatMap(([first]) => first ?? []);
}
