import { beforeAll, describe, expect, it } from "vitest";
import { filterOfSaved } from "../../actions/search/saved-searches.ts";
import { fileOwnFields } from "../../jobs/file-own-fields.ts";
import { followReaders } from "../../store/search/own-words.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { defineFields, ownField } from "../helpers/own-fields.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { addSearchable } from "../helpers/searchable.ts";
import { createWorld } from "../helpers/world.ts";
import { legacyCall, post } from "../mcp/helper.ts";
import { createVisitor } from "../site/world.ts";

const world = await createWorld({ env: { LIMIT_READ_ANONYMOUS: "99999", LIMIT_SEARCH_ANONYMOUS: "99999" } });
const { store } = world.deps;
const visitor = createVisitor(world.baseUrl);
await defineFields(store, ownField("platform", "choice", { isFilter: true }));

const add = (name: string, pricingModel: string | null, pricingSummary: string | null = null) =>
  world.listing(name, { content: { tagline: "A ledger", pricingModel }, profile: { pricingSummary } });
const ant = await add("Ant", "subscription", "From $5 per user and month, with a 14-day trial");
await add("Bee", "subscription", "$90 a year");
await add("Cat", "subscription", "Starter $29/month, Team $99/month");
await add("Dog", "free");
const eel = await add("Eel", null, "Ab 12,50 € monatlich, Einrichtung einmalig 5 €");
await add("Fox", "contact", "Price on request");

// biome-ignore lint/suspicious/noExplicitAny: answers are judged by the assertions that read them.
type Json = any;
async function filter(asked: Record<string, string>): Promise<Json> {
  const { body } = await world.rest("GET", `/filter?${new URLSearchParams(asked)}`);
  const { result } = (await post(world, legacyCall("filter_listings", asked))).body;
  if (body.items) expect(result.structuredContent).toEqual(body);
  return body;
}
const namesOf = ({ items }: Json): string[] => items.map(({ name }: Json) => name);
const CHEAP = ["Ant", "Bee", "Dog"];
const state = (id: number, pricingSummary: string | null) =>
  store.change(async (tx) => {
    const listing = (await tx.listings.find(id))!;
    const content = { ...listing, profile: { ...listing.profile, pricingSummary } };
    await tx.listings.update(listing, content, {}, { accountId: null, client: "test" }, new Date());
  });

describe("a search for a price", () => {
  it.each([
    ["ledger under $10", "under $10", "10 USD"],
    ["ledger less than 120 dollars a year", "less than 120 dollars a year", "10 USD"],
    ["ledger unter 10 Dollar", "unter 10 Dollar", "10 USD"],
    ["ledger à moins de 10usd", "moins de 10usd", "10 USD"],
    ["10ドル以下のledger", "10ドル以下", "10 USD"],
  ])("has the cheap first, then those whose price is not known, and no dearer ones: %s", async (q, words, value) => {
    const { body } = await world.rest("GET", `/listings?${new URLSearchParams({ q })}`);
    expect(body.understood).toEqual([{ words, field: "price_max", value }]);
    const names = namesOf(body);
    expect([names.slice(0, 3).sort(), names.slice(3).sort()]).toEqual([CHEAP, ["Eel", "Fox"]]);
    expect(body.items.slice(3).map(({ reason }: Json) => reason)).toEqual(["no price in USD", "no price in USD"]);
  });

  it("compares amounts of one currency only", async () => {
    const { body } = await world.rest("GET", "/listings?q=ledger+bis+15+Euro");
    expect(namesOf(body).slice(0, 2).sort()).toEqual(["Dog", "Eel"]);
    expect(namesOf(body)).toContain("Cat");
  });

  it("keeps words about prices in a currency that no listing has, and numbers without one", async () => {
    for (const q of ["ledger under 10 yen", "ledger under 10"])
      expect((await world.rest("GET", `/listings?${new URLSearchParams({ q })}`)).body.understood).toBeUndefined();
  });
});

describe("price_max", () => {
  it("leaves those with a price up to it, and decides over the words", async () => {
    expect(namesOf(await filter({ price_max: "10 USD" })).sort()).toEqual(CHEAP);
    expect(namesOf(await filter({ price_max: "$5" })).sort()).toEqual(["Ant", "Dog"]);
    const both = await filter({ q: "ledger under 15 €", price_max: "30 usd" });
    expect([namesOf(both).sort(), both.understood]).toEqual([["Ant", "Bee", "Cat", "Dog"], undefined]);
  });

  it("is a condition like those of numbers, with counts and an order", async () => {
    expect(namesOf(await filter({ where: "price_USD>=7 price_USD<=30", order: "price_USD" }))).toEqual(["Bee", "Cat"]);
    expect(namesOf(await filter({ order: "price_USD" })).slice(0, 4)).toEqual(["Dog", "Ant", "Bee", "Cat"]);
    expect(namesOf(await filter({ order: "-price_USD" })).slice(0, 4)).toEqual(["Cat", "Bee", "Ant", "Dog"]);
    expect((await filter({})).counts.price_USD).toEqual({ ">=": 3, ">=10": 1, ">=20": 1 });
  });

  it("says which currencies there are", async () => {
    expect((await filter({ price_max: "10" })).errors).toEqual([
      {
        ...{ parameter: "price_max", code: "format" },
        detail: 'Write a price like "10 USD". Currencies: USD, EUR.',
      },
    ]);
  });

  it("is named if it is misspelt", async () => {
    expect((await filter({ max_price: "10 USD" })).detail).toContain('Did you mean "price_max"?');
    expect((await filter({ where: "price_usd<=10" })).detail).toContain('Did you mean "price_USD"?');
  });

  it("knows at once what a listing states now", async () => {
    for (const [said, names] of [
      ["$15 a month", ["Bee", "Dog"]],
      [null, ["Bee", "Dog"]],
      ["$3 a month", ["Ant", "Bee", "Dog"]],
    ] as const) {
      await state(ant.id, said);
      expect([said, namesOf(await filter({ price_max: "10 USD" })).sort()]).toEqual([said, names]);
    }
  });
});

describe("the search page", () => {
  const page = async (path: string) =>
    (await visitor.get(path)).text.replace(/\s+/g, " ").replace(/<svg.*?<\/svg>/g, "");

  it("has a chip for a price that it understood, and fields for each currency", async () => {
    const html = await page("/search?q=ledger+under+%2410");
    expect(html).toMatch(
      /href="\/search\?q=ledger\+%22under\+%2410%22" rel="nofollow"><span>.{1,60}Price in USD: up to 10</,
    );
    expect(html).toMatch(/name="price_USD&lt;=" value=""|name="price_USD<=" value=""/);
    expect(html).toContain("Price in EUR");
    expect(html).toContain("Price in USD: low to high");
    expect(html).not.toContain("Price in EUR: low to high");
    expect(await page("/search?where=price_EUR%3C%3D20")).toContain("Price in EUR: low to high");
  });

  it("finds the same by its address, in its feed and for its alerts", async () => {
    const query = "where=price_EUR%3C%3D13";
    const sent = await visitor.get("/search?price_EUR%3C%3D=13");
    expect(decodeURIComponent(sent.location)).toBe("/search?where=price_EUR<=13");
    const [html, feed] = [await page(`/search?${query}`), await page(`/feeds/search.atom?${query}`)];
    for (const name of ["Dog", "Eel", "Cat"]) {
      const isIn = name !== "Cat";
      expect([name, html.includes(`>${name}<`), feed.includes(`<title>${name}`)]).toEqual([name, isIn, isIn]);
    }
    const saved = await filterOfSaved(query, { store });
    expect(await store.listings.fitting(saved, [ant.id, eel.id])).toEqual([eel.id]);
  });
});

describe.skipIf(isPostgres())("listings of an older version", () => {
  let db: Awaited<ReturnType<typeof createSeededDatabase>>;
  beforeAll(async () => {
    db = await createSeededDatabase();
    return () => db.close();
  });

  it("get their prices from a job", async () => {
    const { id } = await addSearchable(db.store, { name: "Gnu", tagline: "A ledger" });
    db.writer.exec(`update listings set pricing_model = 'free' where id = ${id};
      delete from listing_values; delete from search_state where key = 'prices'`);
    const found = async () =>
      (
        await db.store.listings.search(
          { own: { price_USD: { to: 10 } }, status: "live", sort: "newest" },
          { page: 1, perPage: 5 },
        )
      ).total;
    expect(await found()).toBe(0);
    followReaders(db.writer);
    await Reflect.apply(fileOwnFields.run, undefined, [{}, { store: db.store }, AbortSignal.timeout(60_000)]);
    expect(await found()).toBe(1);
  });
});
