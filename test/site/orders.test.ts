import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BILLING, openShopFront } from "../helpers/shop-front.ts";
import { createVisitor } from "./world.ts";

const stranger = () => createVisitor(shop.baseUrl);
const shop = await openShopFront();
const ann = await shop.signedIn("ann");

const words = (text: string) =>
  text
    .slice(text.indexOf("<main"))
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("the page to pay an order on", () => {
  it("is open to whoever has its link, and to nobody else", async () => {
    const { path, number } = await shop.order();
    const page = await stranger().get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    const said = words(page.text);
    for (const part of [number, "Billboard: Acme", "$100.00", "VAT (not known yet)", "Billing details"])
      expect(said).toContain(part);
    expect(page.text).not.toContain("ann@people.example");
    expect((await ann.get(path)).text).toContain('value="ann@people.example"');
    for (const wrong of [`${path.slice(0, -1)}_`, "/checkout/x"])
      expect((await stranger().get(wrong)).status, wrong).toBe(404);
  });

  it("says what is missing beside each field, and keeps what was typed", async () => {
    const { path } = await shop.order();
    const person = stranger();
    await person.get(path);
    const reply = await person.post(`${path}/billing`, { ...BILLING, name: "", address: "", email: "no", country: "" });
    expect(reply.status).toBe(400);
    for (const field of ["name", "address", "email", "country"]) expect(reply.text).toContain(`id="${field}-fault"`);
    const unknown = await person.post(`${path}/billing`, { ...BILLING, country: "ZZ", name: "<i>Acme" });
    expect(unknown.text).toContain('id="country-fault"');
    expect(unknown.text).toContain('value="&lt;i&gt;Acme"');
    expect(words(unknown.text)).not.toContain("Pay $");
  });

  it("shows the VAT of the buyer before anything is paid", async () => {
    const { path } = await shop.order();
    const person = stranger();
    await person.get(path);
    const set = async (country: string) => {
      await person.post(`${path}/billing`, { ...BILLING, country });
      return words((await person.get(path)).text);
    };
    expect(await set("DE")).toMatch(/VAT 19% \(Germany\) \$19\.00 Total in USD \$119\.00/);
    expect(await set("FI")).toMatch(/VAT 25\.5% \(Finland\) \$25\.50/);
    expect(await set("CH")).toMatch(/VAT \(none in Switzerland\) \$0\.00 Total in USD \$100\.00/);
  });

  it("is not found under a token that nobody has", async () => {
    const person = stranger();
    await person.get((await shop.order()).path);
    for (const step of ["billing", "pay", "cancel"])
      expect((await person.post(`/checkout/nothing/${step}`, BILLING)).status).toBe(404);
  });

  it("opens no payment before the billing details, or at a provider that is not there", async () => {
    const { path } = await shop.order();
    const person = stranger();
    await person.get(path);
    const early = await person.post(`${path}/pay`, { provider: "stripe" });
    expect(words(early.text)).toContain("Fill in the billing details first.");
    await person.post(`${path}/billing`, BILLING);
    expect(words((await person.get(path)).text)).toContain("By paying, you agree to the terms of use");
    expect((await person.post(`${path}/pay`, { provider: "barter" })).status).toBe(404);
    shop.stripe.faults.push("html", "html", "html");
    const away = await person.post(`${path}/pay`, { provider: "stripe" });
    shop.stripe.faults.length = 0;
    expect([away.status, words(away.text)]).toEqual([503, expect.stringContaining("Nothing was charged")]);
  });

  it("believes nobody who comes back, and asks the provider", async () => {
    const { path, number } = await shop.order();
    const person = stranger();
    const id = /cs_\w+/.exec(await shop.begin(person, path, "stripe"))![0];
    const back = await person.get(`${path}?returned=1`);
    expect([back.status, back.location]).toEqual([303, path]);
    expect((await shop.find(number)).status).toBe("pending");
    expect(words((await person.get(path)).text)).toContain("is not confirmed yet");
    shop.stripe.held.events = [];
    await shop.stripe.pay(id);
    shop.stripe.held.events = undefined;
    expect((await shop.find(number)).status).toBe("pending");
    await person.get(`${path}?returned=1`);
    expect((await shop.find(number)).status).toBe("paid");
    const { text } = await person.get(path);
    expect(words(text)).toContain("Thank you, your order is paid");
    expect(text).toMatch(/href="\/invoices\/[\w-]{43}"/);
    expect((await person.post(`${path}/pay`, { provider: "stripe" })).status).toBe(400);
  });

  it("can be canceled, and says so when it is too late", async () => {
    const { path, number } = await shop.order();
    const person = stranger();
    await person.get(path);
    expect((await person.post(`${path}/cancel`)).location).toBe(`${path}?notice=order-canceled`);
    expect(words((await person.get(path)).text)).toContain("This order is canceled");
    expect((await person.post(`${path}/cancel`)).status).toBe(400);
    expect((await shop.find(number)).status).toBe("canceled");
  });
});

describe("a person's own orders", () => {
  it("are for them alone", async () => {
    const { number } = await shop.sell("stripe");
    const list = words((await ann.get("/account/orders")).text);
    expect(list).toContain(number);
    const page = await ann.get(`/account/orders/${number}`);
    expect(words(page.text)).toMatch(/done .* Invoice INV-\d{4}-\d{6} \$119\.00/);
    expect((await (await shop.signedIn("eve")).get(`/account/orders/${number}`)).status).toBe(404);
    expect((await ann.get("/account/orders/ORD-2026-999999")).status).toBe(404);
    expect((await stranger().get("/account/orders")).location).toMatch(/^\/sign-in\?/);
    const waiting = await shop.order();
    expect((await ann.get(`/account/orders/${waiting.number}`)).text).toContain(`href="${waiting.path}"`);
  });
});

describe("the site", () => {
  const CARD =
    /cc-(?:name|number|exp|csc|type)|card.?(?:number|holder)|\b(?:cvc|cvv|csc|pan|iban)\b|security.?code|exp(?:iry|.?(?:date|month|year))/i;
  const policyOf = (headers: Headers) =>
    Object.fromEntries(
      headers
        .get("content-security-policy")!
        .split(";")
        .map((part) => part.trim().split(" "))
        .map(([name, ...sources]) => [name, sources.join(" ")]),
    );

  it("has no field for a card on any page, and lets no other origin run scripts or show frames", async () => {
    const { path, number } = await shop.order();
    await shop.begin(ann, path, "manual");
    const paid = await shop.sell("stripe");
    const [invoice] = await shop.deps.store.invoices.ofOrder(paid.number);
    const root = await shop.signedIn("root");
    const open = await shop.order();
    const pages = [
      ...["/", "/search?q=a", "/launches", "/leaderboards", "/categories", "/connect", "/submit", "/compare"],
      ...["/sign-in", "/sign-up", "/forgot", "/blog", "/founders", "/awards", "/updates", "/how-ranking-works"],
      ...[open.path, path, paid.path, `/invoices/${invoice!.token}`, "/nothing"],
    ].map((page) => [stranger(), page] as const);
    const own = ["/account", "/account/orders", `/account/orders/${number}`, "/account/listings"].map(
      (page) => [ann, page] as const,
    );
    const dashboard = ["/admin/orders", `/admin/orders/${paid.number}`, "/admin/products", "/admin/payments"].map(
      (page) => [root, page] as const,
    );
    for (const [visitor, page] of [...pages, ...own, ...dashboard]) {
      const { text, headers, status } = await visitor.get(page);
      if (status >= 300 && status < 400) continue;
      for (const [field] of text.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)) expect(field, page).not.toMatch(CARD);
      expect(text, page).not.toMatch(/<i?frame|<object|<embed/);
      for (const [, source] of text.matchAll(/<script[^>]* src="([^"]*)"/g))
        expect(source, page).toMatch(/^\/assets\//);
      const policy = policyOf(headers);
      expect(policy, page).toMatchObject({ "default-src": "'none'", "script-src": "'self'", "connect-src": "'self'" });
      for (const name of ["frame-src", "child-src", "object-src", "worker-src"])
        expect(policy[name] ?? "'none'", page).toBe("'none'");
    }
  });

  it("has no such field in its source", () => {
    const folder = join(import.meta.dirname, "../../site");
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.(ts|js)$/.test(name)) continue;
      const text = readFileSync(join(folder, name), "utf8");
      for (const [attribute] of text.matchAll(/\b(?:autocomplete|name|id)[=:]\s*"[^"]*"/g))
        expect(attribute, name).not.toMatch(CARD);
    }
  });
});
