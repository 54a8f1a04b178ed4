import { describe, expect, it } from "vitest";
import { type Grounded, groundFacts, type IndexedFact } from "../../drafting/ground-facts.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

const LINES = [
  "Starter: free",
  "Starter: 0 € / Monat",
  "Pro: $9 per month",
  "Team: 99 € pro Jahr",
  "Lesson: €40 per hour",
  "Car: 60 € pro Tag",
  "Licence: $49 once",
  "Shirt: 25 €",
  "Setup: €0 setup fee",
  "Free trial for 14 days",
  "Free shipping on all orders",
  "Rival costs $99 per month",
];
const site = crawledSite([{ title: "Acme", body: LINES.map((line) => `<p>${line}</p>`).join("") }]);

const price = (line: string): IndexedFact => ({
  field: "pricing_summary",
  value: line,
  page: "p1",
  quote: line,
  index: 0,
});
const unread = (value: string): IndexedFact => ({
  field: "pricing_model",
  value,
  page: "p1",
  quote: "Acme",
  index: 0,
});
const ground = (facts: IndexedFact[]): Grounded => groundFacts(facts, { site, categories: [] });
const modelOf = ({ fields }: Grounded) => fields.pricing_model?.value;

describe("a model's prices that are on the page", () => {
  it.each([
    ["subscription", ["Pro: $9 per month"]],
    ["subscription", ["Team: 99 € pro Jahr", "Licence: $49 once"]],
    ["freemium", ["Starter: free", "Pro: $9 per month"]],
    ["freemium", ["Pro: $9 per month", "Starter: 0 € / Monat"]],
    ["subscription", ["Setup: €0 setup fee", "Pro: $9 per month"]],
    ["subscription", ["Free trial for 14 days", "Pro: $9 per month"]],
    ["subscription", ["Free shipping on all orders", "Pro: $9 per month"]],
    ["one_time", ["Licence: $49 once"]],
    ["paid", ["Lesson: €40 per hour"]],
    ["paid", ["Car: 60 € pro Tag"]],
    ["paid", ["Shirt: 25 €"]],
  ])("imply %s: %j", (model, lines) => {
    expect(modelOf(ground(lines.map(price)))).toBe(model);
  });

  it.each([["Starter: free"], ["Rival costs $99 per month"], ["Setup: €0 setup fee"]])(
    "imply no pricing model if nothing is charged: %s",
    (line) => {
      expect(modelOf(ground([price(line)]))).toBeUndefined();
    },
  );

  it("replace a rejected pricing model only if they agree with it", () => {
    const facts = [price("Pro: $9 per month")];
    expect(modelOf(ground([unread("subscription"), ...facts]))).toBe("subscription");
    expect(modelOf(ground([unread("freemium"), ...facts]))).toBeUndefined();
  });

  it("are the evidence of the pricing model", () => {
    const { fields } = ground([price("Pro: $9 per month"), price("Starter: free")]);
    expect(fields.pricing_model?.evidence).toEqual([{ quote: "Starter: free", url: "https://acme.com/" }]);
  });

  it("do not replace a pricing model that the page states", () => {
    const stated: IndexedFact = { ...unread("paid"), quote: "Shirt: 25 €" };
    expect(modelOf(ground([stated, price("Pro: $9 per month")]))).toBe("paid");
  });
});
