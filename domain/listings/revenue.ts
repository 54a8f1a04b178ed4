import { t, type Words } from "#languages/words.ts";
import { REVENUE_MAX_AGE_MS } from "../launches/ranking.ts";
import { readMoney } from "../orders/money.ts";

/** Revenue of 30 days, in the listing's currency and in US dollars. */
export type Revenue = { amountCents: number; currency: string; usdCents: number; asOf: Date };

export function readRevenue(
  typed: { amount: string; currency: string; usd: string; day: string },
  now: Date,
): Revenue | { fault: Words } {
  const amountCents = readMoney(typed.amount);
  const currency = typed.currency.toUpperCase();
  const usdCents = currency === "USD" ? amountCents : readMoney(typed.usd);
  if (amountCents === undefined || usdCents === undefined)
    return { fault: t`Enter amounts like 1200.00. For other currencies, enter the amount in US dollars too.` };
  if (!Intl.supportedValuesOf("currency").includes(currency))
    return { fault: t`Enter a three-letter currency code, like EUR.` };
  const asOf = new Date(`${typed.day}T00:00:00Z`);
  const ageMs = now.getTime() - asOf.getTime();
  if (!(ageMs >= 0 && ageMs < REVENUE_MAX_AGE_MS)) return { fault: t`Enter a day within the last 35 days.` };
  return { amountCents, currency, usdCents, asOf };
}
