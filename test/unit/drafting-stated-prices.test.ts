import { expect, it } from "vitest";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite, type Html } from "../helpers/crawled-site.ts";

const draft = (...pages: Html[]) => draftByRules({ site: crawledSite(pages), categories: [] }).fields;
const home = (body = "", head = "") => ({ title: "Acme", head, body: `<h1>Acme</h1>${body}` });
const page = (path: string, body: string) => ({ path, title: "Acme", body });

it.each([
  ["/termini", "<h2>Piano Gratuito e Piano Pro</h2><p>Piano Pro (€4,99/mese): note illimitate.</p>", "freemium"],
  ["/terms", "<p>Free plan: 5 notes.</p><p>Premium plan ($3.99/month): all notes.</p>", "freemium"],
  ["/tokushoho", "<dl><dt>販売価格</dt><dd>アクメプレミアム: 月額350円(税込)</dd></dl>", "subscription"],
  ["/presskit", "<dl><dt>Price</dt><dd>$4.99 USD (premium, no ads)</dd></dl>", "one_time"],
  ["/press", "<table><tr><th>Regular price</th><td>$14.99</td></tr></table>", "one_time"],
  ["/agb", "<p>Bei Verzug berechnen wir 40 € Gebühr.</p>", undefined],
  ["/terms", "<p>Our liability is limited to $100 per month of use.</p>", undefined],
])("%s states a price where no other page does: %s", (path, body, model) => {
  expect(draft(home(), page(path, body)).pricing_model?.value).toBe(model);
});

it("tells only the sentence with the price of a long line", () => {
  const more = "The subscription renews automatically unless you cancel it a day before the period ends.";
  const fields = draft(home(), page("/terms", `<p>Pro plan ($3.99/month): all notes. ${more}</p>`));
  expect(fields.pricing_summary?.value).toBe("Pro plan ($3.99/month): all notes.");
});

it.each([
  [
    "a price list of a terms page does not add to that of the home page",
    "<h2>Pro</h2><p>Only $9 per month</p>",
    "Pro Only $9 per month",
  ],
  ["free shipping from an amount is no price", "<p>Free shipping over $49</p>", undefined],
  ["free shipping from an amount is no price in Swedish", "<p>Fri frakt vid köp över 399 kr</p>", undefined],
])("%s", (_, body, summary) => {
  const terms = page("/terms", "<p>Premium plan ($3.99/month): all notes.</p>");
  expect(draft(home(body), ...(summary ? [terms] : [])).pricing_summary?.value).toBe(summary);
});

it.each([
  ["has a cart", '<a href="/cart">0</a>', "", "paid"],
  [
    "calls itself a store",
    "",
    '<script type="application/ld+json">{"@type":"ClothingStore","name":"Acme"}</script>',
    "paid",
  ],
  ["only shows amounts", "", "", undefined],
])("a website that %s has prices on its home page", (_, link, head, model) => {
  const goods = "<div>Linen dress € 290</div><div>Wool vest € 180</div>";
  expect(draft(home(link + goods, head)).pricing_model?.value).toBe(model);
});

it.each([
  ["無料の会員登録で、メモを書き始められます。"],
  ["会員登録は無料です。"],
  ["Registration is free and takes a minute."],
  ["Kostenlose Registrierung in einer Minute."],
])("free registration does not make a product free: %s", (text) => {
  expect(draft(home(`<p>${text}</p>`)).pricing_model).toBeUndefined();
});

it("a free plan alone makes a product free, whatever questions say", () => {
  const pricing = { kind: "pricing" as const, path: "/pricing", title: "Prices" };
  const plan = { ...pricing, body: "<h1>Prices</h1><h2>Free</h2><p>$ 0</p><ul><li>Monthly reports</li></ul>" };
  expect(draft(home("<h3>Is Acme really free?</h3>"), plan).pricing_model?.value).toBe("free");
});

it("an offer on request may be on any page", () => {
  expect(draft(home(), page("/services", "<p>Nezávazná poptávka</p>")).pricing_model?.value).toBe("contact");
});

it("does not tell that the website is open source as a price", () => {
  const fields = draft(home("<p>This site is open source. Improve this page.</p>"));
  expect(fields.pricing_summary).toBeUndefined();
});
