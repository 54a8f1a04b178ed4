import { describe, expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { BILLING, openShopFront } from "../helpers/shop-front.ts";
import { createVisitor } from "./world.ts";

const shop = await openShopFront({ IP_COUNTRY_HEADER: "CF-IPCountry" });
const [root, ann] = [await shop.signedIn("root"), await shop.signedIn("ann")];

const pathOf = (number: string) => `/admin/orders/${number}`;
const words = (text: string) =>
  text
    .slice(text.indexOf("<main"))
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
function hidden(text: string, provider: string): Record<string, string> {
  const form = text
    .split("<form")
    .find((one) => one.includes(`name="payment_provider" value="${provider}"`) && one.includes("/refund"))!;
  return Object.fromEntries(
    [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}
const shown = async (number: string, provider: string) =>
  hidden((await root.get(pathOf(number))).text, provider) as Record<string, string>;

describe("the admin's pages of orders", () => {
  it("list every order, by status and by number", async () => {
    const { number } = await shop.order();
    const { number: paid } = await shop.sell("stripe");
    const all = words((await root.get("/admin/orders")).text);
    expect(all).toContain(number);
    expect(all).toContain("ann@people.example");
    const one = words((await root.get(`/admin/orders?status=paid&q=${paid.slice(-4)}`)).text);
    expect(one).toContain(paid);
    expect(one).not.toContain(number);
    expect(words((await root.get("/admin/orders?q=nothing")).text)).toContain("No matching orders.");
    expect((await root.get(pathOf("ORD-2026-999999"))).status).toBe(404);
  });
});

describe("an order paid by bank transfer", () => {
  it("is marked as paid once, with its invoice", async () => {
    const { number, path } = await shop.order();
    expect(await shop.begin(ann, path, "manual")).toBe(`${path}#pay`);
    expect(words((await ann.get(path)).text)).toContain("IBAN DE02");
    await root.get(pathOf(number));
    expect(words((await root.post(`${pathOf(number)}/paid`, { amount: "lots" })).text)).toContain("like 49.00");
    const done = await root.post(`${pathOf(number)}/paid`, { amount: "119.00" });
    expect([done.status, done.location]).toEqual([303, `${pathOf(number)}?notice=order-changed`]);
    await root.post(`${pathOf(number)}/paid`, { amount: "119.00" });
    await shop.drain();
    expect(await shop.find(number)).toMatchObject({ status: "paid", lines: [{ fulfilledAt: expect.any(Date) }] });
    const papers = await shop.papers(number);
    expect(papers).toEqual([expect.stringMatching(/^INV-/)]);
    const page = words((await root.get(pathOf(number))).text);
    expect(page).toContain(`Invoice ${papers[0]} $119.00`);
    expect(page).not.toContain("Mark as paid");
  });

  it("with another amount waits until an admin lets it go on", async () => {
    const { number } = await shop.order();
    await root.post(`${pathOf(number)}/paid`, { amount: "99.00" });
    const page = words((await root.get(pathOf(number))).text);
    expect(page).toContain("on hold The amount or currency is wrong");
    expect((await root.post(`${pathOf(number)}/release`, { reason: "Close enough" })).status).toBe(303);
    const log = words((await root.get(`/admin/audit?kind=order&object=${number}`)).text);
    expect(log).toContain("Close enough");
    await shop.drain();
    expect((await shop.find(number)).status).toBe("paid");
  });

  it("is refunded at the bank and recorded, never at a provider", async () => {
    const { number } = await shop.order();
    await root.post(`${pathOf(number)}/paid`, { amount: "100.00" });
    const fields = await shown(number, "manual");
    const wrong = await root.post(`${pathOf(number)}/refund`, { ...fields, amount: "40.00", how: "provider" });
    expect([wrong.status, words(wrong.text)]).toEqual([400, expect.stringContaining("refunded at your bank")]);
    const refund = () => root.post(`${pathOf(number)}/refund`, { ...fields, amount: "40.00", how: "hand" });
    expect((await refund()).status).toBe(303);
    expect(await shop.find(number)).toMatchObject({ status: "partially_refunded", refundedCents: 4_000 });
    const again = await refund();
    expect([again.status, words(again.text)]).toEqual([400, expect.stringContaining("has changed")]);
    const rest = await shown(number, "manual");
    const tooMuch = await root.post(`${pathOf(number)}/refund`, { ...rest, amount: "60.01", how: "hand" });
    expect(words(tooMuch.text)).toContain("at most the rest");
    await root.post(`${pathOf(number)}/refund`, { ...rest, amount: "60.00", how: "hand" });
    await shop.drain();
    expect(await shop.find(number)).toMatchObject({
      status: "refunded",
      lines: [{ fulfilledAt: null, reversedAt: expect.any(Date) }],
    });
    expect(await shop.papers(number)).toEqual(["INV", "CRN", "CRN"].map((kind) => expect.stringContaining(kind)));
  });
});

describe("decisions about an order", () => {
  const later = (weeks: number) =>
    new Date(shop.deps.now().getTime() + weeks * 7 * 86_400_000).toISOString().slice(0, 10);
  const monday = (weeks: number) => weekOf(new Date(later(weeks)), "UTC").monday;
  const post = (number: string, action: string, form: Record<string, string>) =>
    root.post(`${pathOf(number)}/${action}`, form);
  const said = async (number: string) => words((await root.get(`/admin/audit?kind=order&object=${number}`)).text);

  it("each have a reason in the audit log, and are offered only when they do something", async () => {
    const launch = async () => [{ product: "launch", listing_id: await shop.newListing("draft"), week: later(8) }];
    const { number, path } = await shop.order(await launch());
    await shop.begin(ann, path, "manual");
    const page = words((await root.get(pathOf(number))).text);
    for (const offered of ["Change week", "Give for free", "Cancel order"]) expect(page).toContain(offered);
    for (const hidden of ["Refund a line", "Release order"]) expect(page).not.toContain(hidden);
    const [line] = (await shop.find(number)).lines;
    const week = { line: line!.id, week: monday(10) };
    const refused = await post(number, "week", week);
    expect([refused.status, words(refused.text)]).toEqual([400, expect.stringContaining("reason")]);
    expect((await post(number, "week", { ...week, reason: "They asked" })).status).toBe(303);
    expect((await post(number, "cancel", { reason: "Ordered twice" })).status).toBe(303);
    for (const part of ["Changed week", "They asked", "Canceled order", "Ordered twice"])
      expect(await said(number)).toContain(part);

    const gift = await shop.order(await launch());
    expect((await post(gift.number, "give", { reason: "A friend" })).status).toBe(303);
    expect(await said(gift.number)).toContain("A friend");
    const given = words((await root.get(pathOf(gift.number))).text);
    for (const part of ["Given for free A friend", "Nothing to pay", "Total in USD $0.00", "$0.00"])
      expect(given).toContain(part);
    expect(given).not.toContain("Give for free");
  });

  it("on hold for a week that is full end by the buyer's choice, with the money sent back by hand", async () => {
    const week = later(9);
    const { number, path } = await shop.order([
      { product: "launch", listing_id: await shop.newListing("draft"), week },
    ]);
    await ann.get(path);
    await ann.post(`${path}/billing`, BILLING);
    await shop.deps.store.change((tx) => tx.launches.setCapacity(monday(9), 0));
    const { totalCents } = await shop.find(number);
    await root.get(pathOf(number));
    await post(number, "paid", { amount: (totalCents / 100).toFixed(2) });
    const held = words((await root.get(pathOf(number))).text);
    expect(held).toContain("the order cannot continue: The week of");
    expect(held).not.toContain("Release order");

    expect(words((await ann.get(path)).text)).toContain("Choose a week or a refund");
    const own = `/account/orders/${number}`;
    expect(words((await ann.get(own)).text)).toContain("These weeks have a place");
    const bo = await shop.signedIn("bo");
    await bo.get("/account");
    expect((await bo.post(`${own}/money-back`, { holder: "Bo", account: "123456" })).status).toBe(404);
    const wrong = await ann.post(`${own}/money-back`, { holder: "Ann", account: "DE00 1" });
    expect([wrong.status, words(wrong.text)]).toEqual([400, expect.stringContaining("has a wrong digit")]);
    const asked = await ann.post(`${own}/money-back`, { holder: "Ann", account: "DE02 1203 0000 0000 2020 51" });
    expect(asked.location).toBe(`${own}?notice=money-back`);
    const { text } = await root.get(pathOf(number));
    expect(words(text)).toContain("Account DE02 1203 0000 0000 2020 51");
    expect(words((await root.get("/admin")).text)).toContain("refund to send");
    await root.get(pathOf(number));
    const refund = /name="refund" value="([^"]+)"/.exec(text)![1]!;
    expect((await post(number, "refunds", { refund, how: "sent" })).status).toBe(303);
    expect((await shop.find(number)).status).toBe("refunded");
    expect(words((await root.get(pathOf(number))).text)).not.toContain("Refunds to send");
  });

  it("refund one line at the provider, and give a product from the page of its listing", async () => {
    const { number, paymentId } = await shop.sell("stripe", [
      { product: "billboard", listing_id: await shop.newListing(), amount_cents: 2_500 },
      { product: "story-unlock", listing_id: await shop.newListing() },
    ]);
    const { lines } = await shop.find(number);
    await root.get(pathOf(number));
    const asked = { line: lines[0]!.id, how: "provider", reason: "Wrong listing" };
    expect((await post(number, "refund-line", asked)).status).toBe(303);
    await shop.drain();
    expect(shop.stripe.chargeOf(paymentId).amount_refunded).toBe(lines[0]!.totalCents);
    expect(await shop.papers(number)).toEqual([expect.stringContaining("INV"), expect.stringContaining("CRN")]);
    expect(words((await root.get(pathOf(number))).text)).toContain("refunded");
    expect(await said(number)).toContain("Wrong listing");

    const listing = await shop.newListing("draft");
    const give = `/admin/listings/${listing}/give`;
    await root.get(give);
    const form = { product: "launch", week: later(7), reason: "Their first" };
    expect(words((await root.post(give, { ...form, week: "2020-01-01" })).text)).toContain("is over");
    const { location } = await root.post(give, form);
    expect(location).toMatch(/^\/admin\/orders\/ORD-.*notice=order-given$/);
    await shop.drain();
    expect(await shop.deps.store.listings.find(listing)).toMatchObject({ status: "scheduled", plan: "launch" });
    expect(await said(location.slice(14, 29))).toContain("Their first");
  });
});

describe.each(["stripe", "paypal"] as const)("an order paid by %s", (provider) => {
  const refunds = (paymentId: string) =>
    provider === "stripe"
      ? shop.stripe.chargeOf(paymentId).amount_refunded
      : shop.deps
          .gateways()
          .then((gateways) => gateways.get("paypal")!.find(paymentId))
          .then((state) => state!.refundedCents);

  it("is refunded there, once however often the button is pressed", async () => {
    const { number, paymentId } = await shop.sell(provider);
    const fields = await shown(number, provider);
    const press = () => root.post(`${pathOf(number)}/refund`, { ...fields, amount: "20.00", how: "provider" });
    const pressed = await Promise.all([press(), press()]);
    expect(pressed.map(({ status }) => status).toSorted()[0]).toBe(303);
    expect((await press()).status).toBe(400);
    expect(await refunds(paymentId)).toBe(2_000);
    expect(await shop.find(number)).toMatchObject({ status: "partially_refunded", refundedCents: 2_000 });
    expect(await shop.papers(number)).toEqual([expect.stringContaining("INV"), expect.stringContaining("CRN")]);

    const rest = await shown(number, provider);
    await root.post(`${pathOf(number)}/refund`, { ...rest, amount: "99.00", how: "provider" });
    await shop.drain();
    expect(await refunds(paymentId)).toBe(11_900);
    expect((await shop.find(number)).status).toBe("refunded");
    const page = words((await root.get(pathOf(number))).text);
    expect(page).toContain("Refunded $119.00");
    expect(page.match(/CRN-\d{4}-\d{6} \$/g)).toHaveLength(2);
  });

  it("is refunded by hand where its provider is told nothing", async () => {
    const { number, paymentId } = await shop.sell(provider);
    const fields = await shown(number, provider);
    await root.post(`${pathOf(number)}/refund`, { ...fields, amount: "119.00", how: "hand" });
    await shop.drain();
    expect(await refunds(paymentId)).toBe(0);
    expect((await shop.find(number)).status).toBe("refunded");
  });

  it("says so when the provider refuses, and nothing changes", async () => {
    const { number } = await shop.sell(provider);
    const fields = await shown(number, provider);
    shop[provider].faults.push("html", "html", "html");
    const refused = await root.post(`${pathOf(number)}/refund`, { ...fields, amount: "20.00", how: "provider" });
    shop[provider].faults.length = 0;
    expect(refused.status).toBe(503);
    expect(await shop.find(number)).toMatchObject({ status: "paid", refundedCents: 0 });
  });
});

describe("a payment whose webhook was lost", () => {
  it("is found when the admin asks the provider again", async () => {
    const { number, path } = await shop.order();
    const id = /cs_\w+/.exec(await shop.begin(ann, path, "stripe"))![0];
    shop.stripe.held.events = [];
    await shop.stripe.pay(id);
    shop.stripe.held.events = undefined;
    const { text } = await root.get(pathOf(number));
    expect(words(text)).toContain("waiting for payment");
    const ask = { payment_provider: "stripe", payment_id: id };
    expect((await root.post(`${pathOf(number)}/poll`, ask)).status).toBe(303);
    expect((await shop.find(number)).status).toBe("paid");
    const foreign = await root.post(`${pathOf((await shop.order()).number)}/poll`, ask);
    expect(foreign.status).toBe(404);
  });
});

describe("products and prices", () => {
  it("change for new orders only, and may be free unless the buyer chooses the amount", async () => {
    const before = await shop.order([{ product: "story-unlock", listing_id: await shop.newListing() }]);
    const { totalCents } = await shop.find(before.number);
    await root.get("/admin/products");
    expect((await root.post("/admin/products/billboard", { price: "0.00", active: "yes" })).status).toBe(400);
    for (const price of ["-1", "1e3", "", "1,5", "1000000.01"]) {
      const refused = await root.post("/admin/products/story-unlock", { price, active: "yes" });
      expect([refused.status, words(refused.text)], price).toEqual([
        400,
        expect.stringContaining("Enter an amount like 49.00"),
      ]);
    }
    expect((await root.post("/admin/products/nothing", { price: "1.00" })).status).toBe(404);
    expect((await root.post("/admin/products/story-unlock", { price: "0.00", active: "yes" })).status).toBe(303);
    const free = await shop.order([{ product: "story-unlock", listing_id: await shop.newListing() }]);
    expect(await shop.begin(ann, free.path, "free")).toBe(free.path);
    await shop.drain();
    expect(await shop.find(free.number)).toMatchObject({ status: "paid", totalCents: 0 });
    expect(await shop.papers(free.number)).toEqual([expect.stringContaining("INV")]);
    await root.get("/admin/products");
    const saved = await root.post("/admin/products/story-unlock", { price: "0.01", active: "yes" });
    expect(saved.location).toBe("/admin/products?notice=product-saved");
    const shown = words((await root.get("/admin/products")).text);
    expect(shown).toContain(
      "Card or wallet takes payments from $0.50 to $999,999.99. Buyers cannot use it at this price",
    );
    expect(shown.match(/takes payments from/g)).toHaveLength(1);
    const after = await shop.order([{ product: "story-unlock", listing_id: await shop.newListing() }]);
    expect((await shop.find(after.number)).netCents).toBe(1);
    expect((await shop.find(before.number)).totalCents).toBe(totalCents);
    await root.post("/admin/products/story-unlock", { price: "9.00" });
    const gone = await shop.as("ann").post("/orders/quote", {
      body: { items: [{ product: "story-unlock", listing_id: await shop.newListing() }] },
    });
    expect(gone.body.errors).toMatchObject([{ code: "unknown_product" }]);
    await root.post("/admin/products/billboard", { price: "25.00", active: "yes" });
    const { body } = await shop.rest("GET", "/products");
    const billboard = body.items.find(({ product }: { product: string }) => product === "billboard");
    expect(billboard.options).toContainEqual(expect.objectContaining({ key: "amount_cents", minimum: 2_500 }));
  });
});

describe("payments and VAT", () => {
  it("are shown as set, without secrets, and each way to pay can be tried", async () => {
    const { text } = await root.get("/admin/payments");
    const page = words(text);
    for (const said of ["Card or wallet", "PayPal", "Bank transfer", "Debut GmbH", "DE123456789", "Germany 19%"])
      expect(page).toContain(said);
    expect(page).toContain(`${shop.baseUrl}/webhooks/stripe`);
    expect(page).not.toContain("No invoice can be issued");
    for (const secret of [shop.stripe.secretKey, shop.stripe.webhookSecret, shop.paypal.account.clientSecret])
      expect(text).not.toContain(secret);
    expect(words((await root.post("/admin/payments/stripe/test")).text)).toContain("Stripe works, in test mode.");
    expect(words((await root.post("/admin/payments/paypal/test")).text)).toContain("PayPal works");
    expect(words((await root.post("/admin/payments/manual/test")).text)).toContain("Works without an account.");
    expect((await root.post("/admin/payments/nothing/test")).status).toBe(404);
    shop.stripe.faults.push("html", "html", "html");
    const away = await root.post("/admin/payments/stripe/test");
    shop.stripe.faults.length = 0;
    expect(away.text).toContain('class="notice bad"');
  });

  it("warn when no invoice can be issued, and the order says why it has none", async () => {
    const other = await openShopFront({ SELLER_NAME: "", SELLER_ADDRESS: "" });
    const admin = await other.signedIn("root");
    const warning = "No invoice can be issued yet. Set SELLER_NAME and SELLER_ADDRESS at /admin/settings/seller.";
    expect(words((await admin.get("/admin/payments")).text)).toContain(warning);
    const { number } = await other.order();
    expect(words((await admin.get(pathOf(number))).text)).not.toContain(warning);
    await other.sell("stripe").then(async (paid) => {
      expect(words((await admin.get(pathOf(paid.number))).text)).toContain(warning);
      expect(await other.papers(paid.number)).toEqual([]);
    });
    await other.close();
  });
});

describe("coupons", () => {
  const NEW = { code: "spring-26", kind: "percent", value: "25", max_uses: "1", once: "yes" };
  const audited = async () =>
    (await shop.deps.store.audit.list({}, { page: 1, perPage: 3 })).items.map(({ action, objectId }) => [
      action,
      objectId,
    ]);

  it("are made, paused and resumed, with figures and a trace in the audit log", async () => {
    expect(words((await root.get("/admin/coupons")).text)).toContain("No coupons yet.");
    const wrong = await root.post("/admin/coupons", { ...NEW, code: "a b", value: "0", until: "2020-01-01" });
    expect(wrong.status).toBe(400);
    for (const name of ["code", "value", "until"]) expect(wrong.text).toContain(`id="${name}-fault"`);
    expect(wrong.text).toContain('value="a b"');
    expect((await root.post("/admin/coupons", NEW)).location).toBe("/admin/coupons?notice=coupon-added");
    expect(words((await root.post("/admin/coupons", NEW)).text)).toContain("This code is already taken.");
    expect((await audited())[0]).toEqual(["coupon.add", "SPRING-26"]);
    await root.post("/admin/coupons/SPRING-26/pause", {});
    expect(words((await root.get("/admin/coupons")).text)).toMatch(/SPRING-26 paused 25% .* Resume/);
    await root.post("/admin/coupons/SPRING-26/resume", {});
    expect((await audited()).slice(0, 2)).toEqual([
      ["coupon.resume", "SPRING-26"],
      ["coupon.pause", "SPRING-26"],
    ]);
    expect((await root.post("/admin/coupons/NOTHING/pause", {})).status).toBe(404);
  });

  it("are typed on the checkout page, or come in its link, and the page says what to do if they fail", async () => {
    const { path, number } = await shop.order();
    const person = createVisitor(shop.baseUrl);
    expect((await person.get(`${path}?coupon=spring-26`)).text).toContain('value="spring-26"');
    expect((await shop.find(number)).lines[0]!.couponCode).toBeNull();
    const wrong = await person.post(`${path}/coupon`, { code: "<i>" });
    expect([wrong.status, words(wrong.text)]).toEqual([400, expect.stringContaining("There is no such coupon.")]);
    expect(wrong.text).toContain('value="&lt;i&gt;"');
    const applied = await person.post(`${path}/coupon`, { code: " spring-26 " });
    expect(applied.location).toBe(`${path}?notice=coupon-applied#coupon`);
    expect(words((await person.get(path)).text)).toMatch(
      /\$100\.00 Coupon SPRING-26 −\$25\.00 Net \$75\.00 .* Coupon SPRING-26 takes off \$25\.00\./,
    );
    await person.post(`${path}/coupon`, { remove: "yes" });
    expect((await shop.find(number)).netCents).toBe(10_000);
    await person.post(`${path}/coupon`, { code: "SPRING-26" });
    const id = /cs_\w+/.exec(await shop.begin(person, path, "stripe"))![0];
    expect(shop.stripe.sessions.get(id)!.amount_total).toBe(8_925);
    expect(words((await root.get("/admin/coupons")).text)).toContain("0 of 1 1 reserved for open payments.");
    await shop.stripe.pay(id);
    await shop.drain();
    expect(words((await root.get("/admin/coupons")).text)).toMatch(/SPRING-26 used up 25% always 1 of 1 .* \$25\.00/);
    const invoice = /href="(\/invoices\/[\w-]{43})"/.exec((await person.get(path)).text)![1]!;
    expect(words((await person.get(invoice)).text)).toContain("(coupon SPRING-26: −25.00)");
  });
});

describe("a wrong invoice", () => {
  it("is asked about by its buyer and corrected by an admin, which the audit log tells", async () => {
    const { number } = await shop.sell("stripe");
    const own = `/account/orders/${number}`;
    expect((await root.post(`${own}/details`, BILLING)).status).toBe(404);
    expect((await ann.get(own)).text).toContain("Request an invoice correction");
    const empty = await ann.post(`${own}/details`, { ...BILLING, name: "" });
    expect([empty.status, words(empty.text)]).toEqual([400, expect.stringContaining("Enter the name")]);
    const right = { ...BILLING, name: "Acme Books AG" };
    const asked = await ann.post(`${own}/details`, { ...right, note: "We are an AG <b>now</b>." });
    expect(asked.location).toBe(`${own}?notice=correction-asked`);
    expect(words((await ann.get(own)).text)).toContain("You requested a correction");

    expect(words((await root.get("/admin")).text)).toContain("1 invoice to correct");
    expect((await root.get("/admin/orders")).text).toContain(pathOf(number));
    const { text } = await root.get(pathOf(number));
    expect(text).toContain("We are an AG &lt;b&gt;now&lt;/b&gt;.");
    expect(text).toContain('value="Acme Books AG"');
    const invoice = /name="invoice" value="(INV-[\d-]+)"/.exec(text)![1]!;
    expect((await root.post(`${pathOf(number)}/invoice`, { ...right, invoice: "INV-1" })).status).toBe(400);
    expect((await root.post(`${pathOf(number)}/invoice`, { ...right, invoice })).status).toBe(303);
    expect(await shop.papers(number)).toHaveLength(3);
    const page = words((await root.get(pathOf(number))).text);
    expect(page).not.toContain("asks for a correction");
    const [newest] = (await shop.deps.store.invoices.ofOrder(number)).filter(({ content }) => content.corrects);
    const shown = words((await ann.get(`/invoices/${newest!.token}`)).text);
    expect(shown).toContain(`Replaces invoice ${invoice}`);
    expect(shown).toMatch(/VAT in EUR 15\.20 EUR.*1 USD = 0\.8 EUR/);
    expect(words((await root.get("/admin/audit")).text)).toMatch(
      `Corrected invoice ${number} documents: ${invoice} ${invoice}, CRN`,
    );
  });
});

describe("the place of a buyer", () => {
  it("is on the page of the order, with the country that the proxy names", async () => {
    const { number, path } = await shop.order();
    const from = (country: string) => ({
      ...{ "sec-fetch-site": "same-origin", origin: shop.baseUrl, "cf-ipcountry": country },
    });
    await ann.get(path);
    await ann.post(`${path}/billing`, BILLING, from("FR"));
    expect(words((await root.get(pathOf(number))).text)).toMatch(/Network address France.*contradict each other/);
    await ann.post(`${path}/billing`, BILLING, from("de"));
    expect(words((await root.get(pathOf(number))).text)).toMatch(/Germany.*Two pieces of evidence match/);
  });
});

describe("VAT rates", () => {
  const save = (percent: string, valid_from: string, country = "HU") =>
    root.post("/admin/vat-rates", { country, percent, valid_from });

  it("hold from a day on that the admin chooses, which is not over", async () => {
    await root.get("/admin/vat-rates");
    const refusals = await Promise.all([
      save("27", "2020-01-01"),
      save("lots", "2099-01-01"),
      save("27", "2099-02-30"),
      save("27", "2099-01-01", "US"),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await save("27,5 %", "2099-01-01")).location).toBe("/admin/vat-rates?notice=rate-saved");
    expect(words((await root.get("/admin/vat-rates")).text)).toContain("Hungary: 27.5% from 1 January 2099");
    const today = new Date(shop.deps.now()).toISOString().slice(0, 10);
    const remove = (valid_from: string) => root.post("/admin/vat-rates/remove", { country: "HU", valid_from });
    expect((await remove("2099-01-01")).status).toBe(303);
    expect((await remove(today)).status).toBe(400);
    await save("26", today);
    const { path, number } = await shop.order();
    await ann.get(path);
    await ann.post(`${path}/billing`, { ...BILLING, country: "HU", address: "Budapest" });
    expect(await shop.find(number)).toMatchObject({ vatCents: 2_600 });
    expect(words((await root.get("/admin/audit")).text)).toContain("Saved VAT rate");
  });
});
