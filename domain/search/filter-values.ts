import type { PRICING_MODELS, STAGES } from "../listings/fields.ts";
import { countryOf } from "../text/countries.ts";
import { keysOf } from "../text/keys.ts";
import { lettersOf } from "./nearest.ts";

type Names<Value extends string> = Record<Value, string>;

/** Other names for the values. Case and punctuation are ignored. */
const PRICING_NAMES: Names<(typeof PRICING_MODELS)[number]> = {
  free: "gratis, free of charge, no cost, for free",
  freemium: "free plan, free tier, free and paid",
  subscription: "monthly, yearly, saas, recurring",
  paid: "commercial, not free",
  one_time: "one off, once, lifetime, lifetime deal, pay once, buy once, perpetual",
  open_source: "oss, foss, floss, libre, free software, open",
  contact: "contact us, contact sales, on request, quote, ask",
};
const STAGE_NAMES: Names<(typeof STAGES)[number]> = {
  idea: "concept, planned, pre launch, coming soon",
  mvp: "beta, public beta, private beta, open beta, closed beta, alpha, prototype, early access, preview",
  launched: "live, released, stable, production, ga",
  growing: "growth, scaling, scale up, mature",
};

function tableOf<Value extends string>(names: Names<Value>): ReadonlyMap<string, Value> {
  const rows = keysOf(names).flatMap((value) =>
    [value, ...names[value].split(",")].map((name) => [lettersOf(name), value] as const),
  );
  return new Map(rows);
}

const pricing = tableOf(PRICING_NAMES);
const stages = tableOf(STAGE_NAMES);

/** The pricing model for a word: open_source for "Open Source", "opensource" or "FOSS". */
export const pricingModelNamed = (typed: string): string | undefined => pricing.get(lettersOf(typed));

/** The stage for a word: mvp for "beta". */
export const stageNamed = (typed: string): string | undefined => stages.get(lettersOf(typed));

export function countryNamed(typed: string): string | undefined {
  const letters = typed.trim().toUpperCase().replaceAll(".", "");
  if (letters === "EL") return "GR";
  if (/^[A-Z]{3}$/.test(letters)) return undefined;
  return countryOf(letters.length === 2 ? letters : typed) ?? undefined;
}
