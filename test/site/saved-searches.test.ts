import { describe, expect, it } from "vitest";
import { exportAccount } from "../../actions/accounts/export-account.ts";
import { openShopFront } from "../helpers/shop-front.ts";
import { createVisitor } from "./world.ts";

const visitor = () => createVisitor(shop.baseUrl);
const text = async (path: string) => (await visitor().get(path)).text;
const saved = () => shop.deps.store.savedSearches.ofAccount(annId);

const shop = await openShopFront({ SITE_TIMEZONE: "UTC", LIMIT_FOLLOW: "1000" });
const ann = await shop.signedIn("ann");
const annId = (await shop.account("ann")).id;
const free = { pricingModel: "free", stage: "mvp", country: "DE" };
await shop.listing("Kelpline", { category: "accounting", content: { tagline: "Tides by the hour", ...free } });
await shop.listing("Nightferry", {
  category: "accounting",
  plan: "launch",
  content: { tagline: "Tides by night", pricingModel: "subscription", country: "FR" },
});
await shop.listing("Loafwise", { category: "crm", content: { tagline: "Bake sheets", ...free } });

describe("the filters of a search", () => {
  const offered = (page: string, name: string) =>
    Object.fromEntries(
      [...page.matchAll(new RegExp(`name="${name}:([^"]+)"[^>]*><span>[^<]*</span> <span class="n">(\\d+)<`, "g"))].map(
        ([, value, count]) => [value, Number(count)],
      ),
    );

  it("count what the search shows, a set one as if it were not set", async () => {
    const page = await text("/search?q=tides");
    expect(offered(page, "pricing_model")).toEqual({ free: 1, subscription: 1 });
    expect(offered(page, "country")).toEqual({ DE: 1, FR: 1 });
    expect(offered(page, "category")).toMatchObject({ accounting: 2 });
    const narrowed = await text("/search?q=tides&country=fr");
    expect(offered(narrowed, "country")).toEqual({ DE: 1, FR: 1 });
    expect(offered(narrowed, "pricing_model")).toEqual({ subscription: 1 });
    expect(narrowed).toContain('name="country:FR" checked');
    expect(narrowed).toMatch(
      /href="\/search\?q=tides" rel="nofollow"><span><span class="unseen">Remove: <\/span>Country:\s+France/,
    );
    expect(await text("/search")).toContain("Show 3 products");
  });
});

describe("suggestions", () => {
  type Suggested = { listings: object[]; categories: object[] };
  const suggested = async (q: string): Promise<Suggested> =>
    (await fetch(`${shop.baseUrl}/search/suggestions.json?q=${q}`)).json() as Promise<Suggested>;

  it("are products with what they look like, paid ones labelled, and categories by name", async () => {
    const { listings, categories } = await suggested("tid");
    expect(listings).toHaveLength(2);
    expect(listings).toContainEqual({
      name: "Nightferry",
      tagline: "Tides by night",
      path: "/listings/nightferry",
      hue: expect.stringMatching(/^[a-z]+$/),
      logo: null,
      is_paid: true,
    });
    expect(categories).toEqual([]);
    expect((await suggested("accou")).categories).toContainEqual({
      name: "Accounting",
      path: "/categories/accounting",
    });
    expect(await suggested("")).toEqual({ listings: [], categories: [] });
  });

  it("may be kept by anybody for a minute, and are not sent again", async () => {
    const first = await fetch(`${shop.baseUrl}/search/suggestions.json?q=tid`);
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
    const again = await fetch(`${shop.baseUrl}/search/suggestions.json?q=tid`, {
      headers: { "if-none-match": first.headers.get("etag")! },
    });
    expect(again.status).toBe(304);
  });
});

describe("a saved search", () => {
  it("is kept from the search page, listed in the account, paused, resumed and deleted", async () => {
    await ann.get("/search?q=tides&pricing_model=free");
    const sent = await ann.post("/account/searches", { query: "pricing_model=free&q=tides&page=3" });
    expect(sent.location).toBe("/search?q=tides&pricing_model=free&notice=search-saved#tell-me");
    expect((await ann.get("/search?q=tides&pricing_model=free")).text).toContain("We will alert you to new results");
    const [search] = await saved();
    expect(search).toMatchObject({ query: "q=tides&pricing_model=free", title: "“tides”, Free", pausedAt: null });
    // Saving it again changes nothing.
    await ann.post("/account/searches", { query: "q=tides&pricing_model=free" });
    expect(await saved()).toHaveLength(1);

    const page = (await ann.get("/account/searches")).text;
    expect(page).toContain('href="/search?q=tides&amp;pricing_model=free"');
    expect(page).toContain('href="/feeds/search.atom?q=tides&amp;pricing_model=free"');
    const act = (name: string) => ann.post(`/account/searches/${search!.id}`, { do: name });
    expect((await act("pause")).location).toBe("/account/searches?notice=search-pause");
    expect((await saved())[0]!.pausedAt).not.toBeNull();
    await act("resume");
    expect((await saved())[0]!.pausedAt).toBeNull();
    await act("delete");
    expect(await saved()).toEqual([]);
  });

  it("needs words or a filter, a confirmed address, and room among fifty", async () => {
    await ann.get("/search?q=tides");
    expect((await ann.post("/account/searches", { query: "sort=newest" })).location).toBe(
      "/search?notice=search-empty",
    );
    expect((await ann.post("/account/searches", { query: "category=none-such" })).status).toBe(400);
    for (let count = 0; count < 50; count++) await ann.post("/account/searches", { query: `q=word${count}` });
    expect((await ann.post("/account/searches", { query: "q=onemore" })).location).toContain("notice=search-too-many");
    expect(await saved()).toHaveLength(50);
    for (const { id } of await saved()) await ann.post(`/account/searches/${id}`, { do: "delete" });

    const { id: newcomer } = await shop.account("newcomer", { verified: false });
    const eve = await shop.signedIn("newcomer");
    await eve.get("/search?q=tides");
    expect((await eve.post("/account/searches", { query: "q=tides" })).location).toContain("notice=verify-first");
    expect(await shop.deps.store.savedSearches.ofAccount(newcomer)).toEqual([]);
  });

  it("is out of reach of everybody else", async () => {
    await ann.get("/search?q=tides");
    await ann.post("/account/searches", { query: "q=tides" });
    const [search] = await saved();
    const bo = await shop.signedIn("bo");
    await bo.get("/account/searches");
    for (const act of ["pause", "delete"]) await bo.post(`/account/searches/${search!.id}`, { do: act });
    expect(await saved()).toEqual([search]);
    expect((await visitor().get("/account/searches")).location).toContain("/sign-in");
  });

  it("leads whoever is not signed in back to it, with words that say what for", async () => {
    const to = (await visitor().post("/account/searches", { query: "q=tides&country=DE" })).location!;
    expect(decodeURIComponent(to)).toBe("/sign-in?return_to=/search?q=tides&country=DE#tell-me");
    const signIn = await text(to);
    expect(signIn.replace(/<[^>]*>/g, "")).toContain("to get alerts for new results");
    expect(signIn).toContain("/search?q=tides&amp;country=DE#tell-me");
  });

  it("is in the data of its person, and goes with the account", async () => {
    const cy = await shop.signedIn("cy");
    const { id, email } = await shop.account("cy");
    await cy.get("/search?q=tides");
    await cy.post("/account/searches", { query: "q=tides" });
    const data = await exportAccount(id, shop.deps);
    expect(data.saved_searches).toEqual([
      { query: "q=tides", title: "“tides”", created_at: expect.any(String), paused_at: null },
    ]);
    await shop.deps.store.change(async (tx) => {
      await tx.savedSearches.mailed(id, shop.deps.now());
      await tx.personal.erase(id, email);
    });
    expect(await shop.deps.store.savedSearches.ofAccount(id)).toEqual([]);
  });
});

describe("the feed of a search", () => {
  it("has what the search shows, the newest first, as Atom and JSON", async () => {
    const atom = await text("/feeds/search.atom?q=tides&sort=votes");
    expect(atom).toContain(
      `<link rel="self" type="application/atom+xml" href="${shop.baseUrl}/feeds/search.atom?q=tides"/>`,
    );
    expect([...atom.matchAll(/<entry>\s*<id>[^<]*<\/id>\s*<title>([^<]*)</g)].map(([, title]) => title).sort()).toEqual(
      ["Kelpline", "Nightferry"],
    );
    const json = JSON.parse(await text("/feeds/search.json?category=crm"));
    expect(json.items.map(({ title }: { title: string }) => title)).toEqual(["Loafwise"]);
    const page = await text("/search?q=tides");
    expect(page).toContain(
      `<link rel="alternate" type="application/feed+json" title="“tides”" href="${shop.baseUrl}/feeds/search.json?q=tides">`,
    );
    expect((await visitor().get("/feeds/search.atom")).location).toBe("/feeds/launches.atom");
  });
});
