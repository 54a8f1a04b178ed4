import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { applyPayment } from "../../actions/orders/apply-payment.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";

/** The register: numbers that end in 1 are valid, in 2 invalid; for others it is away. */
const register = createServer(async (req, res) => {
  let text = "";
  for await (const chunk of req) text += chunk;
  const { vatNumber } = JSON.parse(text) as { vatNumber: string };
  const isKnown = /[12]$/.test(vatNumber);
  res.writeHead(200, { "content-type": "application/json" });
  res.end(
    JSON.stringify(isKnown ? { valid: vatNumber.endsWith("1") } : { errorWrappers: [{ error: "MS_UNAVAILABLE" }] }),
  );
});

await new Promise<void>((resolve) => register.listen(0, "127.0.0.1", resolve));
const { port } = register.address() as AddressInfo;
const site = await createWebsite({ ...ACME });
const world = await createWorld({
  env: {
    SELLER_COUNTRY: "DE",
    VIES_URL: "http://vies.example/rest-api",
    OUTBOUND_RESOLVE: `vies.example=127.0.0.1:${port},${site.resolve("acme.test")}`,
    LIMIT_WRITE: "10000",
    LIMIT_QUOTE: "10000",
    LIMIT_CHECKOUT: "10000",
  },
});
const ann = await world.account("ann");
const listing = (await world.listing("Draft One", { ownerId: ann.id, status: "draft", launchedAt: null })).id;
await world.listing("Free One");
const live = (await world.listing("Live One", { ownerId: ann.id, category: "web-analytics" })).id;
afterAll(async () => {
  register.close();
});

const quote = (body: unknown, who = "ann") => world.as(who).post("/orders/quote", { body });
const checkout = (body: unknown, headers: Record<string, string> = {}) =>
  world.as("ann").post("/orders/checkout", { body, headers });
const launch = () => ({ product: "launch", listing_id: listing });
const mcp = async (tool: string, args: unknown, meta = {}) =>
  (await world.mcp(tool, args, { bearer: await world.key("ann"), meta })).body;
const count = async () => (await world.as("ann").get("/orders")).body.total;
async function pay(body: unknown) {
  const made = (await checkout(body)).body;
  const { number: orderNumber, totals } = made;
  const event = { provider: "manual", eventId: orderNumber, paymentId: orderNumber, orderNumber, currency: "USD" };
  const money = { state: "paid", amountCents: totals.total_cents, refundedCents: 0 } as const;
  await world.deps.store.change((tx) => applyPayment(tx, { ...event, ...money }, world.deps.now(), world.deps));
  await world.drain();
  return made;
}
async function page(path: string) {
  const text = await (await fetch(world.baseUrl + path)).text();
  const items = text.split(/<li[^>]*>/).map((item) => item.slice(0, item.indexOf("</li>")));
  return { text, get: (slug: string) => items.filter((item) => item.includes(`/listings/${slug}"`)).join("") };
}
const day = (weeks: number) => new Date(world.deps.now().getTime() + weeks * 7 * 86_400_000).toISOString().slice(0, 10);

describe("quote_order", () => {
  it("prices items with a VAT preview, and saves nothing", async () => {
    const reply = await quote({
      items: [launch(), { product: "billboard", listing_id: live, amount_cents: 2_500 }],
      billing_country: "hu",
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        saved: false,
        currency: "USD",
        lines: [
          {
            product: "launch",
            listing_id: listing,
            description: "Launch: Draft One",
            quantity: 1,
            unit_price_cents: 4900,
            net_cents: 4900,
            vat_rate_percent: 27,
            vat_cents: 1323,
            total_cents: 6223,
            options: {},
          },
          { product: "billboard", net_cents: 2500, vat_cents: 675, options: { amount_cents: 2500 } },
        ],
        totals: { net_cents: 7400, vat_cents: 1998, total_cents: 9398 },
        vat: { treatment: "standard", country: "HU", rate_percent: 27, number_status: "none", provisional: false },
        messages: [],
        message_for_user: expect.stringContaining("nothing is saved or charged"),
      },
    });
    expect(await count()).toBe(0);
    const answer = await mcp("quote_order", { items: [launch()], billing_country: "US" });
    expect(answer.structuredContent).toMatchObject({ totals: { total_cents: 4900 }, vat: { treatment: "outside_eu" } });
  });

  it.each([
    ["FR11111111111", "FR", "reverse_charge", "valid", []],
    ["FR11111111112", "FR", "standard", "invalid", ["vat_number_invalid"]],
    ["FR11111111113", "FR", "standard", "unverified", ["vat_number_unverified"]],
    ["DE111111111", "DE", "standard", "valid", []],
    ["FR11111111111", "IT", "standard", "ignored", ["vat_number_ignored"]],
    ["EL123456781", "GR", "reverse_charge", "valid", []],
    ["XI123456781", "XI", "outside_eu", "ignored", ["vat_number_not_needed"]],
  ])(
    "asks the register about %s billed to %s: %s",
    async (vat_number, billing_country, treatment, number_status, codes) => {
      const { body } = await quote({ items: [launch()], billing_country, vat_number });
      expect(body.vat).toMatchObject({ treatment, number_status });
      expect(body.messages.map(({ code }: { code: string }) => code)).toEqual(codes);
      expect(body.totals.vat_cents > 0).toBe(treatment === "standard");
    },
  );

  it("prices a launch without a listing, in any country and with a coupon, and holds nothing", async () => {
    const at = world.deps.now();
    await world.deps.store.change((tx) =>
      tx.coupons.add({
        ...{ code: "LAUNCH20", kind: "percent", value: 20, products: [], maxUses: 1, oncePerAccount: true },
        ...{ startsAt: null, endsAt: null, pausedAt: null, createdAt: at },
      }),
    );
    const items = [{ product: "launch", week: day(9) }];
    const asked = { items, billing_country: "DE", coupon: "launch20" };
    for (const who of ["bea", "bea", "cem"])
      expect(await quote(asked, who)).toMatchObject({
        status: 200,
        body: {
          lines: [{ product: "launch", listing_id: null, discount_cents: 980, coupon_code: "LAUNCH20" }],
          totals: { net_cents: 3920, vat_cents: 745, total_cents: 4665 },
          messages: [{ type: "info", code: "listing_missing", content: expect.stringContaining("create_checkout") }],
        },
      });
    expect((await mcp("quote_order", asked)).structuredContent.totals.total_cents).toBe(4665);
    expect(await quote({ items, coupon: "NOPE" })).toMatchObject({ status: 400, body: { code: "coupon_invalid" } });
    const refused = await checkout({ items });
    expect(refused.body).toMatchObject({ code: "order_item_invalid", errors: [{ pointer: "/items/0/listing_id" }] });
    const { body } = await world.rest("GET", "/products");
    expect(body.vat_rates_percent).toMatchObject({ DE: 19, HU: 27, FR: 20 });
    expect(body.vat_rates_percent).not.toHaveProperty("US");
  });

  it("says that VAT is missing while the country is unknown", async () => {
    expect((await quote({ items: [launch()] })).body).toMatchObject({
      vat: { treatment: "unknown", provisional: true },
      messages: [{ type: "info", code: "billing_country_missing" }],
    });
  });

  it("reports all faults of all items at once", async () => {
    const reply = await quote({
      items: [
        { product: "nothing" },
        { product: "launch" },
        { product: "launch", listing_id: 999_999 },
        { product: "launch", listing_id: listing, week: "2020-01-01", amount_cents: 5, categories: ["nowhere"] },
        { product: "billboard", listing_id: live, amount_cents: 1 },
        { product: "featured-week", listing_id: live },
        { product: "featured-week", listing_id: listing, week: day(200) },
        { product: "extra-categories", listing_id: live, categories: ["web-analytics", "seo-tools", "seo-tools"] },
        { product: "launch", listing_id: live, week: day(2) },
        { product: "billboard", listing_id: live, amount_cents: 1000, week: "2026-02-30" },
      ],
      billing_country: "ZZ",
    });
    expect(reply).toMatchObject({ status: 400, body: { code: "order_item_invalid" } });
    const faults = reply.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
    expect(faults).toEqual(
      expect.arrayContaining([
        "/items/0/product unknown_product",
        "/items/2/listing_id not_found",
        "/items/3/week past",
        "/items/3/amount_cents unknown_option",
        "/items/3/categories/0 unknown_category",
        "/items/4/amount_cents minimum",
        "/items/5/week required",
        "/items/6/week too_far",
        "/items/7/categories/0 duplicate",
        "/items/7/categories/2 duplicate",
        "/items/8/week already_live",
        "/items/9/week unknown_option",
        "/items/9/week format",
        "/billing_country enum",
      ]),
    );
    expect((await quote({ items: [launch(), launch()] })).body.errors).toMatchObject([
      { pointer: "/items/1", code: "duplicate" },
    ]);
    const answer = await mcp("quote_order", { items: [{ product: "launch", listing_id: 999_999 }] });
    expect(answer).toMatchObject({ isError: true });
    expect(answer.content[0].text).toMatch(/^order_item_invalid: .*\n- \/items\/0\/listing_id: /);
  });

  it("hides the listings of others, and refuses what a status does not allow", async () => {
    expect((await quote({ items: [launch()] }, "eve")).body.errors).toMatchObject([{ code: "not_found" }]);
    const ann = await world.account("ann");
    const of = async (status: "suspended" | "draft", name: string) =>
      (await world.listing(name, { ownerId: ann.id, status, launchedAt: null })).id;
    const [gone, alone] = [await of("suspended", "Gone"), await of("draft", "Alone")];
    const code = async (item: object) => (await quote({ items: [item] })).body.errors?.[0].code;
    for (const product of ["launch", "story-unlock"])
      expect(await code({ product, listing_id: gone })).toBe("listing_state");
    expect(await code({ product: "billboard", listing_id: alone, amount_cents: 5000 })).toBe("listing_state");
    const together = await quote({
      items: [
        { product: "launch", listing_id: alone },
        { product: "billboard", listing_id: alone, amount_cents: 5000 },
      ],
    });
    expect(together.status).toBe(200);
    expect(
      (
        await quote({
          items: [
            { product: "launch", listing_id: alone },
            { product: "story-unlock", listing_id: alone },
          ],
        })
      ).body.errors,
    ).toMatchObject([{ pointer: "/items/1/listing_id", code: "included" }]);
  });

  it("knows when a week is full, counting the items themselves", async () => {
    const ann = await world.account("ann");
    const monday = (await quote({ items: [{ ...launch(), week: day(5) }] })).body.lines[0].options.week;
    await world.deps.store.change((tx) => tx.launches.setCapacity(monday, 1));
    const other = (await world.listing("Rival", { ownerId: ann.id, status: "draft", launchedAt: null })).id;
    const reply = await quote({
      items: [
        { ...launch(), week: day(5) },
        { product: "launch", listing_id: other, week: day(5) },
      ],
    });
    expect(reply.body.errors).toMatchObject([{ pointer: "/items/1/week", code: "week_full" }]);
  });

  it.each([
    [{ items: [] }, "/items", "minimum"],
    [{}, "/items", "required"],
    [{ items: [{ product: "launch", color: "red" }] }, "/items/0/color", "unknown_field"],
    [{ items: [{ product: "launch", listing_id: "1" }] }, "/items/0/listing_id", "type"],
    [{ items: [{ product: "launch" }], billing_country: "DEU" }, "/billing_country", "format"],
    [{ items: [{ product: "launch" }], vat_number: "x".repeat(41) }, "/vat_number", "maximum"],
  ])("%j is 400", async (body, pointer, code) => {
    expect(await quote(body)).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } });
  });
});

describe("create_checkout", () => {
  const body = () => ({ items: [launch()], billing_country: "AT" });

  it("creates a pending order with its price and a link to pay it", async () => {
    const reply = await checkout(body());
    expect(reply).toMatchObject({
      status: 201,
      body: {
        number: expect.stringMatching(/^ORD-\d{4}-\d{6}$/),
        status: "pending",
        checkout_url: expect.stringMatching(/\/checkout\/[\w-]{43}$/),
        saved: true,
        totals: { net_cents: 4900, vat_cents: 980, total_cents: 5880 },
        lines: [{ fulfilled: false, fulfilled_at: null }],
        paid_at: null,
        refunded_cents: 0,
        invoice_url: null,
        next_actions: ["get_order", "cancel_order"],
      },
    });
    expect(reply.body.message_for_user).toContain(reply.body.checkout_url);
    expect(reply.body.message_for_user).toContain("never give card details");
    expect(Date.parse(reply.body.expires_at) - Date.parse(reply.body.created_at)).toBe(24 * 3600_000);
    const { number } = reply.body;
    expect((await world.as("ann").get(`/orders/${number}`)).body).toEqual(reply.body);
  });

  it("answers a retry with the same key with the same order, and refuses the key for another request", async () => {
    const before = await count();
    const headers = { "idempotency-key": "order-1" };
    const first = await checkout(body(), headers);
    const again = await checkout(body(), headers);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await count()).toBe(before + 1);
    expect(await checkout({ ...body(), billing_country: "DE" }, headers)).toMatchObject({ status: 422 });
    expect((await checkout(body())).body.number).not.toBe(first.body.number);
  });

  it("treats the same call on MCP within ten minutes as a retry", async () => {
    const args = { items: [{ product: "media-unlock", listing_id: live }], billing_country: "AT" };
    const first = await mcp("create_checkout", args);
    expect(first.structuredContent).toMatchObject({ status: "pending" });
    const again = await mcp("create_checkout", args);
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect(again._meta).toMatchObject({ "dev.debut/idempotent-replayed": true });
    const other = await mcp("create_checkout", { ...args, billing_country: "DE" });
    expect(other.structuredContent.number).not.toBe(first.structuredContent.number);
    const keyed = await mcp("create_checkout", args, { "dev.debut/idempotency-key": "mine" });
    expect(keyed.structuredContent.number).not.toBe(first.structuredContent.number);
    world.advance(11 * 60_000);
    const later = await mcp("create_checkout", args);
    expect(later.structuredContent.number).not.toBe(first.structuredContent.number);
  });

  it("does not repeat an old refusal on MCP after its cause is gone", async () => {
    const args = { items: [{ product: "launch", listing_id: listing, week: day(7) }] };
    const monday = (await quote(args)).body.lines[0].options.week;
    await world.deps.store.change((tx) => tx.launches.setCapacity(monday, 0));
    expect(await mcp("create_checkout", args)).toMatchObject({ isError: true });
    await world.deps.store.change((tx) => tx.launches.setCapacity(monday, null));
    expect((await mcp("create_checkout", args)).structuredContent).toMatchObject({ status: "pending" });
  });

  it("refuses what quote_order refuses, and saves nothing then", async () => {
    const before = await count();
    expect(await checkout({ items: [{ product: "nothing" }] })).toMatchObject({
      status: 400,
      body: { code: "order_item_invalid" },
    });
    expect(await checkout({ items: [launch()], billing_country: "ZZ" })).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
    expect(await count()).toBe(before);
  });
});

describe("list_my_orders and get_order", () => {
  it("show my orders, newest first, and nobody else's", async () => {
    const made = (await checkout({ items: [launch()] })).body;
    const { body } = await world.as("ann").get("/orders?per_page=2");
    expect(body.items[0]).toEqual(made);
    expect(body.items).toHaveLength(2);
    expect((await mcp("list_my_orders", { per_page: 2 })).structuredContent).toEqual(body);
    expect((await mcp("get_order", { number: made.number })).structuredContent).toEqual(made);
    expect((await world.as("eve").get("/orders")).body.total).toBe(0);
    expect(await world.as("eve").get(`/orders/${made.number}`)).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
    expect(await world.as("ann").get("/orders/ORD-2026-999999")).toMatchObject({ status: 404 });
    expect(await world.as("ann").get("/orders?page=0")).toMatchObject({ status: 400 });
  });

  it("show a paid order with each line fulfilled, and its listing as paid wherever it stands", async () => {
    const made = await pay({ items: [launch(), { product: "billboard", listing_id: live, amount_cents: 5000 }] });
    const { body } = await world.as("ann").get(`/orders/${made.number}`);
    expect(body).toMatchObject({
      status: "paid",
      checkout_url: null,
      paid_at: expect.any(String),
      lines: [
        { fulfilled: true, fulfilled_at: expect.any(String) },
        { fulfilled: true, fulfilled_at: expect.any(String) },
      ],
    });
    const { body: shown } = await world.rest("GET", "/listings/draft-one");
    expect(shown).toMatchObject({ status: "live", is_paid: true, paid_disclosure: expect.stringContaining("paid") });
    const { body: week } = await world.rest("GET", "/launches/weeks/this");
    expect(week.items.find(({ slug }: { slug: string }) => slug === "draft-one")).toMatchObject({ is_paid: true });
    const { body: board } = await world.rest("GET", "/leaderboards/billboard");
    expect(board).toMatchObject({
      paid: true,
      disclosure: expect.stringContaining("Paid placement"),
      items: [{ listing: { slug: "live-one" }, metric: { value: 5000 } }],
    });
    const { body: mine } = await world.as("ann").get(`/me/listings/${listing}`);
    expect(mine).toMatchObject({ plan: "launch", unlocked_sections: ["story", "milestones", "media", "categories"] });
    const home = await page("/");
    expect(home.get("draft-one")).toContain('<span class="paid">Promoted');
    expect(home.get("free-one")).not.toContain("Paid");
    expect(home.text).toMatch(/<h2>Billboard<\/h2><span class="tag warm">Paid<\/span>/);
    expect(home.text).not.toContain("Featured this week");
    expect((await page("/leaderboards/billboard")).text).toMatch(
      /<h2 id="board">[^<]*<span class="tag warm">Paid placement/,
    );
    expect((await page("/listings/draft-one")).text).toContain(shown.paid_disclosure);
    expect((await page("/listings/free-one")).text).not.toMatch(/>Paid (listing|placement)</);
  });
});

it("publishing a draft again keeps the categories that were bought", async () => {
  const ann = world.as("ann");
  const { id } = (await ann.post("/drafts", { body: { url: "https://acme.test/" } })).body;
  await world.drain();
  const fields = { categories: ["Web analytics", "Session replay"], description: "Acme Charts counts visits." };
  await ann.patch(`/drafts/${id}`, { body: { fields } });
  const { listing_id } = (await ann.post(`/drafts/${id}/submit`)).body;
  const shown = async () =>
    (await ann.get(`/me/listings/${listing_id}`)).body.categories.map(({ slug }: { slug: string }) => slug);
  expect(await shown()).toEqual(["web-analytics"]);
  const { number } = await pay({ items: [{ product: "extra-categories", listing_id, categories: ["seo-tools"] }] });
  expect(await shown()).toEqual(["web-analytics", "seo-tools"]);
  await ann.patch(`/drafts/${id}`, { body: { fields: { tagline: "Another line" } } });
  expect(await shown()).toEqual(["web-analytics", "seo-tools"]);
  await pay({ items: [{ product: "launch", listing_id }] });
  expect(await shown()).toEqual(["web-analytics", "seo-tools"]);
  expect((await ann.get(`/orders/${number}`)).body.status).toBe("paid");
});

it("a featured week is shown on the start page and labelled as paid", async () => {
  await pay({ items: [{ product: "featured-week", listing_id: live, week: day(0) }] });
  const { text } = await page("/");
  const [featured] = /<section aria-labelledby="featured">[\s\S]*?<\/section>/.exec(text)!;
  expect(featured).toContain('Featured this week</h2>\n<span class="tag warm">Promoted</span>');
  expect(featured).toContain("These companies paid to be shown here");
  expect(featured.match(/\/listings\/[\w-]+/g)).toEqual(["/listings/live-one"]);
});

it("quotes and orders have their own rate limits", async () => {
  const strict = await createWorld({ env: { LIMIT_QUOTE: "1", LIMIT_CHECKOUT: "1" } });
  const ann = await strict.account("ann");
  const { id } = await strict.listing("One", { ownerId: ann.id });
  const body = { items: [{ product: "launch", listing_id: id }] };
  const post = (path: string) => strict.as("ann").post(`/orders/${path}`, { body });
  expect([(await post("quote")).status, (await post("quote")).status]).toEqual([200, 429]);
  expect([(await post("checkout")).status, (await post("checkout")).status]).toEqual([201, 429]);
  await strict.close();
});
