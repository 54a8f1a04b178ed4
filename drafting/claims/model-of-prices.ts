import { isRepeating } from "#core/prices/periods.ts";
import { quantitiesIn } from "#core/prices/quantities.ts";
import type { PRICING_MODELS } from "#domain/listings/fields.ts";
import { statesFreePlan } from "./plans.ts";
import { affirms, FREE_WORD, NOT_FREE } from "./pricing.ts";

type PricingModel = (typeof PRICING_MODELS)[number];

/**
 * The pricing model of these prices with the price that shows it; undefined if nothing is charged.
 */
export function modelOfPrices<Price extends { value: string }>(
  prices: readonly Price[],
): { model: PricingModel; price: Price } | undefined {
  const asked = prices.flatMap((price) => {
    const periods = periodsOfPrice(price.value);
    return periods === undefined ? [] : [{ price, periods }];
  });
  const [first] = asked;
  if (!first) return undefined;
  const free = prices.find(({ value }) => isFreePlan(value));
  if (free) return { model: "freemium", price: free };
  const tells = (wanted: (period: string) => boolean) => asked.find(({ periods }) => periods.some(wanted))?.price;
  const repeated = tells((period) => isRepeating(period) && period !== "day");
  if (repeated) return { model: "subscription", price: repeated };
  const once = tells((period) => period === "once");
  if (once) return { model: "one_time", price: once };
  return { model: "paid", price: first.price };
}

/** The billing periods in a price; undefined if nothing is charged. */
function periodsOfPrice(value: string): string[] | undefined {
  const asked = quantitiesIn(value).filter(
    ({ amount, currency }) => currency !== null && typeof amount === "number" && amount > 0,
  );
  return asked.length === 0 ? undefined : asked.flatMap(({ periods }) => periods.slice(0, 1));
}

const isFreePlan = (value: string): boolean =>
  periodsOfPrice(value) === undefined && (statesFreePlan(value) || affirms(FREE_WORD, value, NOT_FREE));
