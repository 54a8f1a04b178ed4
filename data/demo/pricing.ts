import type { Random } from "./random.ts";
import type { DemoPricingModel, DemoStage } from "./types.ts";

/** Local price steps look like prices: a Japanese one has no cents and a Swedish one is larger. */
const SCALE: Record<string, number> = {
  "¥": 150,
  "SEK ": 11,
  "DKK ": 7,
  "NOK ": 11,
  R$: 5,
  "CHF ": 1,
  CA$: 1.3,
  A$: 1.5,
  NZ$: 1.6,
  S$: 1.3,
};
const MONTHLY = [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 19, 24, 29, 39, 49, 79, 99, 149];
const YEARLY = [12, 15, 18, 24, 29, 36, 48, 60, 79, 99];
const SUPPORT = [49, 79, 99, 149, 199, 299];
const ONCE = [9, 15, 19, 25, 29, 39, 49, 59, 79, 99, 129, 149, 199, 249];

const modelsByStage: Record<DemoStage, [DemoPricingModel, number][]> = {
  idea: [
    ["free", 3],
    ["freemium", 4],
    ["subscription", 3],
    ["open_source", 2],
  ],
  mvp: [
    ["free", 4],
    ["freemium", 6],
    ["subscription", 4],
    ["one_time", 1],
    ["open_source", 3],
    ["paid", 1],
  ],
  launched: [
    ["free", 2],
    ["freemium", 8],
    ["subscription", 6],
    ["one_time", 2],
    ["open_source", 3],
    ["paid", 2],
    ["contact", 1],
  ],
  growing: [
    ["freemium", 8],
    ["subscription", 8],
    ["one_time", 1],
    ["open_source", 3],
    ["paid", 2],
    ["contact", 3],
    ["free", 1],
  ],
};

export const pricingModelOf = (random: Random, stage: DemoStage): DemoPricingModel =>
  random.weighted(modelsByStage[stage]);

const money = (random: Random, currency: string, steps: readonly number[]): string => {
  const scaled = random.pick(steps) * (SCALE[currency] ?? 1);
  return `${currency}${Math.round(scaled > 200 ? Math.round(scaled / 10) * 10 : scaled)}`;
};

/** One or two plain sentences, at most 300 characters. */
export function pricingSummaryOf(
  random: Random,
  facts: { model: DemoPricingModel; stage: DemoStage; currency: string; unit: string },
): string {
  const { model, stage, currency, unit } = facts;
  const perPeriod = unit === "month" || unit === "year" ? `a ${unit}` : `per ${unit} and month`;
  const monthly = () => `${money(random, currency, unit === "year" ? YEARLY : MONTHLY)} ${perPeriod}`;
  const days = random.pick([7, 14, 14, 30, 30, 60]);
  if (stage === "idea") return "Prices are not final. The test phase is free.";
  switch (model) {
    case "free":
      return random.pick(["Free to use.", "Free for everyone, paid for by donations.", "Free during the beta."]);
    case "freemium":
      return (
        `${random.pick(["Free for personal use", "Free for one project", "Free up to three people", "Free with a monthly limit"])}; ` +
        `paid plans from ${monthly()}.`
      );
    case "subscription":
      return `From ${monthly()}, with a ${days}-day trial.${random.chance(0.3) ? " Two months are free on yearly payment." : ""}`;
    case "paid":
      return `From ${monthly()}. ${random.pick(["No free plan.", "Schools and nonprofits pay half.", "Monthly notice."])}`;
    case "one_time":
      return (
        `${money(random, currency, ONCE)} once, ` +
        `${random.pick(["updates for one year included", "all updates of the major version included", "for up to three devices"])}.`
      );
    case "open_source":
      return random.pick([
        "Open source and free to host yourself.",
        `Open source; managed hosting from ${monthly()}.`,
        `Free to host yourself; support contracts from ${money(random, currency, SUPPORT)} a month.`,
      ]);
    case "contact":
      return random.pick([
        "Price on request, by size of the organization.",
        "Individual offer after a call.",
        "Yearly contracts; price on request.",
      ]);
  }
}
