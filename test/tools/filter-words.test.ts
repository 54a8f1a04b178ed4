import { describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { legacyCall, post } from "../mcp/helper.ts";

const world = await createWorld();
await world.listing("Warmhand", { content: { pricingModel: "open_source", stage: "mvp", country: "GB" } });
await world.listing("Ledgerly", { content: { pricingModel: "freemium", stage: "launched", country: "DE" } });
await world.listing("Bücherwurm", {
  ...{ url: "https://xn--bcher-kva.example/", domain: "xn--bcher-kva.example", slug: "buecherwurm" },
  content: { country: "DE" },
});

// biome-ignore lint/suspicious/noExplicitAny: answers are judged by the assertions that read them.
type Json = any;

async function found(filters: Record<string, string>): Promise<Json> {
  const rest = (await world.rest("GET", `/listings?${new URLSearchParams(filters)}`)).body;
  const { result } = (await post(world, legacyCall("search_listings", filters))).body;
  expect(result.structuredContent).toEqual(rest);
  return rest;
}
const slugsOf = ({ items }: Json): string[] => items.map(({ slug }: Json) => slug).sort();

describe("values of filters in other words", () => {
  it.each([
    ["pricing_model", ["open source", "opensource", "OPEN_SOURCE", "Open-Source", "FOSS"], ["warmhand"]],
    ["stage", ["beta", "BETA", "Early Access", "mvp"], ["warmhand"]],
    ["country", ["UK", "uk", "U.K.", "gb", "Great Britain", "United Kingdom", "Vereinigtes Königreich"], ["warmhand"]],
    ["country", ["Germany", "de", "Deutschland"], ["buecherwurm", "ledgerly"]],
  ])("%s takes %j", async (name, words, slugs) => {
    for (const word of words) expect([word, slugsOf(await found({ [name]: word }))]).toEqual([word, slugs]);
  });

  it("mean themselves where listings say them", async () => {
    await world.listing("Betamax", { content: { stage: "beta" } });
    expect(slugsOf(await found({ stage: "beta" }))).toEqual(["betamax"]);
  });

  it("that nobody has are answered with those that listings have", async () => {
    const { total, hint } = await found({ country: "FR" });
    expect([total, hint]).toEqual([0, expect.stringContaining("country: DE (2), GB (1)")]);
    expect((await found({ pricing_model: "barter" })).hint).toContain("freemium (1)");
  });

  it("of countries that do not exist are refused", async () => {
    const { status, body } = await world.rest("GET", "/listings?country=Atlantis");
    expect([status, body.errors[0].detail]).toEqual([
      400,
      "Must be a country: a two-letter code like US, or its name.",
    ]);
  });
});

describe("the domain filter", () => {
  it.each([
    "bücher.example",
    "BÜCHER.example.",
    "www.bücher.example",
    "https://www.bücher.example/de?x=1",
    "xn--bcher-kva.example",
    "http:bücher.example:443/",
  ])("takes %s", async (domain) => {
    expect(await found({ domain })).toMatchObject({ total: 1, items: [{ name: "Bücherwurm" }] });
  });

  it("finds what answers show as people read it", async () => {
    const { result } = (await post(world, legacyCall("search", { query: "Bücherwurm" }))).body;
    expect(result.structuredContent.results[0].text).toContain("Website: https://bücher.example/");
  });
});

describe("names that are not quite right", () => {
  it("are compared by their letters first", async () => {
    const { body } = await world.rest("GET", "/listings/warm-hand");
    expect(body.detail).toContain('Did you mean "warmhand"');
  });

  it("of founders are not answered with somebody else without saying so", async () => {
    const { result } = (await post(world, legacyCall("list_founders", { q: "Mara Lind" }))).body;
    expect(result.structuredContent.hint).toContain("No founder has this name");
  });
});
