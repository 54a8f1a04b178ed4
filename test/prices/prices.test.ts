import { describe, expect, it } from "vitest";
import { fold } from "../../domain/text/text.ts";
import { readSite } from "../../drafting/corpus.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { pricesOf } from "../../drafting/fields/prices.ts";
import { crawledSite } from "../helpers/crawled-site.ts";
import { LATER_SITES, MORE_PRICED, MORE_TRAPS } from "./more-sites.ts";
import { PRICED, type PriceSite, pagesOf, TRAPS } from "./sites.ts";

/** What is wrong with the draft of a website's prices; empty if nothing is. */
function faultsOf(site: PriceSite): string[] {
  const { fields } = draftByRules({ site: crawledSite(pagesOf(site)), categories: [] });
  const model = fields.pricing_model?.value ?? null;
  const summary = fold(String(fields.pricing_summary?.value ?? ""));
  return [
    ...(model === site.model ? [] : [`model ${model} instead of ${site.model}`]),
    ...(site.says ?? [])
      .filter((part) => !summary.includes(fold(part)))
      .map((part) => `"${part}" is not in "${summary}"`),
    ...(site.never ?? []).filter((part) => summary.includes(fold(part))).map((part) => `"${part}" is in "${summary}"`),
    ...(site.says === undefined && site.model === null && /\d/.test(summary)
      ? [`a price nobody asks: "${summary}"`]
      : []),
  ];
}

describe("prices are read right from", () => {
  it.each([...PRICED, ...MORE_PRICED])("$site", (site) => expect(faultsOf(site)).toEqual([]));
});

describe("no price is taken from", () => {
  it.each([...TRAPS, ...MORE_TRAPS])("$site", (site) => expect(faultsOf(site)).toEqual([]));
});

describe("prices are read right, or none is taken, from", () => {
  it.each(LATER_SITES)("$site", (site) => expect(faultsOf(site)).toEqual([]));
});

it("reads a bounded number of prices from a page that has thousands", () => {
  const body = `<h1>Pricing</h1><h3>Pro</h3>${"<p>$1 per month</p>".repeat(2_500)}`;
  expect(pricesOf(readSite(crawledSite([{ body }])))).toHaveLength(60);
});
