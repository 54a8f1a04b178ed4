import { describe, expect, it } from "vitest";
import { isOnlyIn } from "../../domain/listings/compare.ts";
import { openShopFront } from "../helpers/shop-front.ts";
import { createVisitor } from "./world.ts";

const text = async (path: string) => (await createVisitor(shop.baseUrl).get(path)).text;
const PRICE = { quote: "One shop, one price: €29 a month.", url: "https://loafwise.example/pricing" };

const shop = await openShopFront({ SITE_TIMEZONE: "UTC" });
const ann = await shop.signedIn("ann");
const annId = (await shop.account("ann")).id;
await shop.listing("Loafwise", {
  category: "accounting",
  content: { tagline: "Bake sheets", pricingModel: "subscription" },
  profile: {
    description: "Plans what a shop bakes.",
    pricingSummary: "€29 a month",
    evidence: { pricing_summary: [PRICE] },
    usps: ["Knows what sold"],
  },
});
await shop.listing("Hourwell", {
  category: "accounting",
  content: { tagline: "Shift swaps" },
  profile: { description: "Swaps shifts. Made with one shop in Leeds.", features: ["Settles swaps"] },
});

describe("a search", () => {
  it("gives the reason first: the sentence with the words, marked, and where the website states it", async () => {
    const page = await text("/search?q=shop");
    expect(page).toContain("One <mark>shop</mark>, one price: €29 a month.");
    expect(page).toContain('href="https://loafwise.example/pricing"');
    expect(page).toContain("Made with one <mark>shop</mark> in Leeds.");
    const results = page.slice(page.indexOf('id="results"'));
    expect(results.indexOf("<mark>shop</mark>, one price")).toBeLessThan(results.indexOf("Subscription"));
  });

  it("says of weak matches that they are near ones", async () => {
    const page = await text("/search?q=shop+anchovies");
    expect(page).toContain("A near match:");
    expect(await text("/search?q=loafwise")).not.toContain("A near match:");
  });

  it("shows no reasons where nothing was asked for, and folds its filters", async () => {
    const page = await text("/search?stage=mvp");
    expect(page).not.toContain("Why:");
    expect(page).toContain(
      '<details class="filterbox"><summary class="button quiet slim"><span class="when-shut">Filters (1)',
    );
  });

  it("shows what a listing says as text", async () => {
    await shop.listing("Evil", { profile: { description: "<script>alert(1)</script> zebra <b>" } });
    const page = await text("/search?q=zebra");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt; <mark>zebra</mark>");
    expect(page).not.toContain("<script>alert");
  });
});

describe("a comparison", () => {
  it("says for both when to take them, and shows quotes under facts", async () => {
    const page = await text("/compare?a=loafwise&b=hourwell");
    expect(page).toContain("<h1>Loafwise or Hourwell?</h1>");
    expect(page.match(/<b>What sets it apart:<\/b>/g)).toHaveLength(2);
    expect(page).toContain("“Knows what sold”");
    expect(page).toContain("“Settles swaps”");
    expect(page).toContain(`“${PRICE.quote}”`);
    expect(page).toContain("Not stated");
  });

  const row = (a: string | null, b: string | null, group: "category" | "general" = "category") => ({
    ...{ key: "sso", label: "SSO", group, a, b },
  });
  it.each([
    ["one says yes and the other says nothing", row("Yes", null), [true, false]],
    ["one says yes and the other says no", row("SAML", "No, planned"), [true, false]],
    ["both say yes", row("Yes", "SAML"), [false, false]],
    ["neither says yes", row("None", null), [false, false]],
    ["it is a fact that every listing could state", row("Berlin", null, "general"), [false, false]],
  ])("marks an attribute only where one states it: %s", (_case, compared, marked) => {
    expect([isOnlyIn(compared, "a"), isOnlyIn(compared, "b")]).toEqual(marked);
  });
});

describe("choosing a launch", () => {
  it("names the Monday of both plans, and the free one is the week that is then reserved", async () => {
    const { id } = await shop.listing("Pigmentry", { status: "draft", launchedAt: null, ownerId: annId });
    const path = `/account/listings/${id}`;
    const page = (await ann.get(`${path}/launch`)).text;
    const [, free] = /Your launch week<\/span><b>Monday (\d+ \w+) \d{4}<\/b>/.exec(page)!;
    expect(page).toMatch(new RegExp(`Launch\\s+for\\s+free\\s+on\\s+${free}</button>`));
    const mondays = [...page.matchAll(/name="launch\.week" value="(\d{4}-\d\d-\d\d)"/g)].map(([, monday]) => monday!);
    expect(mondays.length).toBeGreaterThan(3);
    for (const monday of mondays) expect(new Date(monday).getUTCDay()).toBe(1);
    expect(page.match(/class="of-week"/g)).toHaveLength(mondays.length);

    const order = await ann.post(`${path}/order`, { product: "launch", "launch.week": mondays[1]! });
    const checkout = (await ann.get(order.location)).text;
    const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
    expect(checkout).toContain(`<b>Monday ${day.format(new Date(mondays[1]!))}`);
    expect(checkout).toContain("Does not buy votes, rank or awards");

    await ann.get(`${path}/launch`);
    await ann.post(`${path}/free`);
    const { launchWeek } = (await shop.deps.store.listings.find(id))!;
    expect(day.format(new Date(launchWeek!))).toBe(free);
  });

  it("says beside the weeks what is wrong with one", async () => {
    const { id } = await shop.listing("Latecomer", { status: "draft", launchedAt: null, ownerId: annId });
    const path = `/account/listings/${id}`;
    await ann.get(`${path}/launch`);
    const past = await ann.post(`${path}/order`, { product: "launch", "launch.week": "2020-01-06" });
    expect(past.status).toBe(400);
    expect(past.text).toMatch(/class="fault" id="week-fault"/);
  });
});
