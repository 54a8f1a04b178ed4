import { describe, expect, it } from "vitest";
import { groundFacts } from "../../drafting/ground-facts.ts";
import { crawledSite, type Html } from "../helpers/crawled-site.ts";

/** What a draft says that a model called paid for once, by a quote of the home page. */
function modelOf(value: string, quote: string, ...pages: Html[]): unknown {
  const site = crawledSite([{ title: "Acme", body: `<p>${quote}</p>` }, ...pages]);
  const fact = { field: "pricing_model" as const, value, page: "p1", quote, index: 0 };
  return groundFacts([fact], { site, categories: [] }).fields.pricing_model?.value;
}

describe("a price without a period", () => {
  it.each(["Acme: $49", "Obtener informe por 24,99 €", "Lò nướng 65L: 12.100.000₫ Đã gồm VAT"])(
    "is one-time if a model says so: %s",
    (quote) => {
      expect(modelOf("one_time", quote)).toBe("one_time");
    },
  );

  it.each([
    ["a price by the month", "<p>Hosting: $9 per month</p>"],
    ["a price by the hour", "<p>Lesson: €40 per hour</p>"],
    ["a rate", "<p>Ride: €2.50 / km</p>"],
    ["a period below its price", "<p>$9</p><p>/ month</p>"],
    ["a period above its prices", "<h3>Monthly</h3><p>Team</p><p>$9</p>"],
    ["a free plan", "<h3>Starter</h3><p>$0</p>"],
    ["a subscription", "<p>You can cancel any time.</p>"],
  ])("is not one-time if another page has %s", (_, body) => {
    expect(modelOf("one_time", "Acme: $49", { kind: "pricing", title: "Prices", body })).toBeUndefined();
  });

  it("may be next to periods that belong to no price", () => {
    const about: Html = { kind: "about", title: "About", body: "<p>GYOSEI — DAILY POTTERY</p><p>Bread every day.</p>" };
    expect(modelOf("one_time", "Bowl: ¥3,200", about)).toBe("one_time");
  });
});
