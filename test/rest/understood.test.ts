import { describe, expect, it } from "vitest";
import { filterOfSaved } from "../../actions/search/saved-searches.ts";
import { defineFields, ownField } from "../helpers/own-fields.ts";
import { createWorld } from "../helpers/world.ts";
import { legacyCall, post } from "../mcp/helper.ts";
import { createVisitor } from "../site/world.ts";

const world = await createWorld({ env: { LIMIT_READ_ANONYMOUS: "99999", LIMIT_SEARCH_ANONYMOUS: "99999" } });
const { store } = world.deps;
const visitor = createVisitor(world.baseUrl);

const platforms = ownField("platforms", "choices", {
  ...{ isFilter: true, label: "Runs on" },
  options: ["Android", "Docker"].map((label) => ({ value: label.toLowerCase(), label })),
});
// Its key is an input of the search, too.
const status = ownField("status", "choice", { isFilter: true, options: [{ value: "kept", label: "Well maintained" }] });
await defineFields(
  store,
  platforms,
  status,
  ownField("hosted", "flag", { isFilter: true, label: "Self-hosted" }),
  ownField("made_with", "choices", { isFilter: true }),
);

type Stated = { pricingModel?: string; country?: string; stage?: string };
const add = (name: string, content: Stated, attributes = {}) =>
  world.listing(name, { content: { tagline: "A ledger", ...content }, profile: { attributes } });
const amber = await add(
  "Amber",
  { pricingModel: "free", country: "DE" },
  { hosted: true, platforms: ["docker"], made_with: ["Rust"], status: "kept" },
);
await add("Basalt", { pricingModel: "open_source", country: "DE" }, { hosted: true });
await add("Cedar", { pricingModel: "freemium" }, { hosted: false });
const dune = await add("Dune", { pricingModel: "paid", country: "FR", stage: "launched" });
const ember = await add("Ember", { country: "DE" }, { hosted: true });
await add("Fjord", { pricingModel: "one_time", stage: "mvp" });
await world.listing("Harbour", { content: { tagline: "Charts of the sea", pricingModel: "paid" } });
/** What the owners of three listings typed, and of one. */
for (const name of ["Islet", "Jetty", "Kelp"])
  await world.listing(name, {
    content: { tagline: "Tides", pricingModel: "paid" },
    profile: { attributes: { made_with: ["Rust", "free", "ledger", ...(name === "Kelp" ? ["charts"] : [])] } },
  });

// biome-ignore lint/suspicious/noExplicitAny: answers are judged by the assertions that read them.
type Json = any;
async function found(
  tool: "search_listings" | "filter_listings",
  asked: Record<string, string | number>,
): Promise<Json> {
  const path = tool === "search_listings" ? "listings" : "filter";
  const rest = (
    await world.rest(
      "GET",
      `/${path}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, `${value}`]))}`,
    )
  ).body;
  const { result } = (await post(world, legacyCall(tool, asked))).body;
  expect(result.structuredContent).toEqual(rest);
  return rest;
}
const search = (q: string, more = {}) => found("search_listings", { q, ...more });
const namesOf = ({ items }: Json): string[] => items.map(({ name }: Json) => name);
const said = ({ understood = [] }: Json): string[] =>
  understood.map(({ words, field, value }: Json) => `${words}: ${field}=${value}`);

describe("a search with words for a value", () => {
  it("has listings with the value first, then near ones, then those that state none, and no others", async () => {
    const answer = await search("free ledger");
    expect(said(answer)).toEqual(["free: pricing_model=free"]);
    const names = namesOf(answer);
    expect(names.slice(0, 2).sort()).toEqual(["Amber", "Basalt"]);
    expect(names.slice(2)).toEqual(["Cedar", "Ember"]);
    expect(answer.items.map(({ reason }: Json) => reason)).toEqual([
      ...[undefined, undefined, undefined],
      "price not stated",
    ]);
    expect(answer).toMatchObject({ total: 4, has_more: false });
    expect(answer.hint).toBeUndefined();
  });

  it("has each listing on one page", async () => {
    const all = namesOf(await search("free ledger"));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search("free ledger", { page, per_page: 1 })));
    expect(pages.flatMap(namesOf)).toEqual(all);
    const newest = namesOf(await search("free ledger", { sort: "newest" }));
    expect([newest.slice(0, 2).sort(), newest.slice(2)]).toEqual([["Amber", "Basalt"], all.slice(2)]);
  });

  it("leaves nothing out if few listings have it, and says so", async () => {
    const answer = await search("ledger pay once");
    expect(said(answer)).toEqual(["pay once: pricing_model=one_time"]);
    const two = await search("beta ledger");
    expect([namesOf(two)[0], namesOf(two).at(-1)]).toEqual(["Fjord", "Dune"]);
    expect([two.total, two.hint]).toEqual([6, "Few results match “beta”, so others are shown too."]);
  });

  it.each([
    ["kostenloses ledger aus deutschland", ["kostenloses: pricing_model=free", "aus deutschland: country=DE"]],
    ["ledger auf eigenem server", ["auf eigenem server: hosted=yes"]],
    ["ledger docker", ["docker: platforms=docker"]],
    ["ledger written in rust", ["rust: made_with=Rust"]],
    ["ドイツ製 ledger", ["ドイツ製: country=DE"]],
  ])("is understood in any language and by the site's own fields: %s", async (q, expected) => {
    const answer = await search(q);
    expect(said(answer)).toEqual(expected);
    expect(namesOf(answer)[0]).toBe("Amber");
  });

  it("leaves words as they are that few owners typed as a value, or that most listings use otherwise", async () => {
    for (const q of ["ledger", "charts", "free ledger"])
      expect([q, said(await search(q)).filter((one) => one.includes("made_with"))]).toEqual([q, []]);
    expect(said(await search("free ledger"))).toEqual(["free: pricing_model=free"]);
  });

  it("keeps words that nothing here could be", async () => {
    for (const q of ["ledger from japan", "android ledger", "idea stage ledger", "ad free ledger"])
      expect([q, (await search(q)).understood]).toEqual([q, undefined]);
  });

  it("is for the words if a listing has them as its name", async () => {
    await world.listing("Open Source", { content: { tagline: "A magazine", pricingModel: "paid" } });
    const answer = await search("open source");
    expect([answer.understood, namesOf(answer)[0]]).toEqual([undefined, "Open Source"]);
    expect(said(await search("open source ledger"))).toEqual(["open source: pricing_model=open_source"]);
  });

  it("shows all that have the value without other words", async () => {
    const { items, total } = await search("free tools");
    expect([items[0].name, total]).toEqual([expect.stringMatching(/Amber|Basalt/), 4]);
  });

  it("obeys a parameter before the words", async () => {
    const answer = await search("free ledger", { pricing_model: "paid" });
    expect([namesOf(answer)[0], answer.understood]).toEqual(["Dune", undefined]);
    for (const name of ["Amber", "Basalt", "Cedar"]) expect(namesOf(answer)).not.toContain(name);
    const own = await found("filter_listings", { q: "self-hosted free ledger", where: "hosted:no" });
    expect([namesOf(own), said(own)]).toEqual([["Cedar"], ["free: pricing_model=free"]]);
  });

  it("knows a field by a key that is also an input", async () => {
    const answer = await search("well maintained ledger");
    expect([said(answer), namesOf(answer)[0]]).toEqual([["well maintained: status=kept"], "Amber"]);
  });

  it("counts what each value of that filter would leave", async () => {
    const { counts, total } = await found("filter_listings", { q: "free ledger" });
    expect(total).toBe(4);
    expect(counts.pricing_model).toEqual({ free: 1, freemium: 1, one_time: 1, open_source: 1, paid: 1 });
    expect(counts.country).toEqual({ DE: 3 });
  });

  it("knows at once what a listing states now", async () => {
    const state = (pricingModel: string | null) =>
      store.change(async (tx) => {
        const listing = (await tx.listings.find(ember.id))!;
        await tx.listings.update(
          listing,
          { ...listing, pricingModel },
          {},
          { accountId: null, client: "test" },
          new Date(),
        );
      });
    for (const [value, names] of [
      ["free", ["Amber", "Basalt", "Ember", "Cedar"]],
      ["paid", ["Amber", "Basalt", "Cedar"]],
      [null, ["Amber", "Basalt", "Cedar", "Ember"]],
    ] as const) {
      await state(value);
      const found = namesOf(await search("free ledger"));
      const nearly = found.indexOf("Cedar");
      expect([...found.slice(0, nearly).sort(), ...found.slice(nearly)]).toEqual(names);
    }
  });
});

describe("the search page", () => {
  const page = async (path: string) => (await visitor.get(path)).text.replace(/\s+/g, " ");
  const chips = (html: string) =>
    [
      ...html.matchAll(
        /<a class="chip" href="([^"]*)" rel="nofollow"><span><span class="unseen">Remove: <\/span>(.*?)<svg/g,
      ),
    ].map(([, href, words]) => [words!.replace(/<[^>]*>/g, ""), href!.replaceAll("&amp;", "&")]);

  it("has a chip for what it understood, which keeps the words as text when it is removed", async () => {
    const html = await page("/search?q=free+self-hosted+ledger");
    expect(chips(html)).toEqual([
      ["Price: Free", "/search?q=%22free%22+self-hosted+ledger"],
      ["Self-hosted: Yes", "/search?q=free+%22self-hosted%22+ledger"],
    ]);
    const without = await page(chips(html)[0]![1]!);
    expect(chips(without).map(([words]) => words)).toEqual(["Self-hosted: Yes"]);
    expect(await page("/search?q=free+ledger")).toContain("price not stated");
  });

  it("has no second chip for a filter that is set", async () => {
    expect(chips(await page("/search?q=free+ledger&pricing_model=paid")).map(([words]) => words)).toEqual([
      "Price: Paid",
    ]);
  });

  it("shows unknown values as they are typed", async () => {
    for (const name of ["pricing_model", "stage"])
      expect(chips(await page(`/search?${name}=constructor`)).map(([words]) => words)[0]).toMatch(/: Constructor$/);
  });

  it("says in the reader's language that few results have it", async () => {
    expect(await page("/search?q=beta+ledger")).toContain("Few results match “beta”, so others are shown too.");
  });

  it("finds the same in its feed and for its alerts", async () => {
    const feed = await page("/feeds/search.atom?q=free+ledger");
    for (const [name, isIn] of Object.entries({ Amber: true, Cedar: true, Dune: false, Harbour: false }))
      expect([name, feed.includes(`<title>${name}`)]).toEqual([name, isIn]);
    const filter = await filterOfSaved("q=free+ledger", { store });
    expect(await store.listings.fitting(filter, [amber.id, dune.id])).toEqual([amber.id]);
  });
});
