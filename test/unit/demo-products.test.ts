import { describe, expect, it } from "vitest";
import { MAKERS, PRODUCTS, REVIEWERS } from "../../data/demo/catalogue.ts";
import { drawings } from "../../data/demo/drawings.ts";
import categories from "../../data/seed/categories.json" with { type: "json" };
import { PRICING_MODELS, STAGES } from "../../domain/listings/fields.ts";

const makers = Object.values(MAKERS);
const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) < index);
const reviews = PRODUCTS.flatMap((product) => product.reviews);

describe("the products of the demo", () => {
  it("are at least 36, in every group of categories, and some share a category", () => {
    expect(PRODUCTS.length).toBeGreaterThanOrEqual(36);
    expect(repeated(PRODUCTS.map(({ slug }) => slug))).toEqual([]);
    expect(repeated(PRODUCTS.map(({ name }) => name))).toEqual([]);
    const named = PRODUCTS.flatMap((product) => product.categories);
    const parents = new Map(categories.map(({ slug, parent }) => [slug, parent]));
    const groups = categories.flatMap(({ slug, parent }) => (parent ? [] : [slug]));
    expect(groups.filter((group) => !named.some((slug) => parents.get(slug) === group))).toEqual([]);
    expect(new Set(repeated(named)).size).toBeGreaterThanOrEqual(5);
  });

  it("have makers from many countries, some with two products, and some products have two makers", () => {
    const named = PRODUCTS.flatMap((product) => Object.keys(product.makers));
    expect(named.filter((slug) => !MAKERS[slug])).toEqual([]);
    expect(Object.keys(MAKERS).filter((slug) => !named.includes(slug))).toEqual([]);
    expect(repeated(named).length).toBeGreaterThan(4);
    expect(PRODUCTS.filter((product) => Object.keys(product.makers).length > 1).length).toBeGreaterThan(5);
    expect(new Set(makers.map(({ country }) => country)).size).toBeGreaterThan(25);
    expect(makers.filter(({ name }) => /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(name)).length).toBeGreaterThan(1);
    expect(makers.filter(({ interview }) => interview).length).toBeGreaterThan(5);
  });

  it("have every pricing model and stage, paid and free launches, and past, present and coming weeks", () => {
    expect(new Set(PRODUCTS.map(({ price }) => price[0]))).toEqual(new Set(PRICING_MODELS));
    expect(new Set(PRODUCTS.map(({ stage }) => stage))).toEqual(new Set(STAGES));
    const paid = PRODUCTS.filter(({ isPaid }) => isPaid).length;
    expect(paid).toBeGreaterThan(8);
    expect(paid).toBeLessThan(PRODUCTS.length / 2);
    const weeks = new Set(PRODUCTS.map(({ week }) => week));
    for (let week = -13; week <= 3; week++) expect(weeks).toContain(week);
    // Only those who have launched have votes, and a race is close.
    expect(PRODUCTS.filter(({ week, votes }) => (week > 0 ? votes > 0 : votes === 0))).toEqual([]);
    const race = PRODUCTS.filter(({ week }) => week === 0)
      .map(({ votes }) => votes)
      .sort((a, b) => b - a);
    expect(race[0]! - race[2]!).toBeLessThan(10);
    expect(race[0]).toBeGreaterThan(race[1]!);
  });

  it("answer the questions of their category where they are compared", () => {
    const asked = new Map(categories.map(({ slug, compare }) => [slug, compare]));
    for (const { slug, categories, compared } of PRODUCTS) {
      const labels = asked.get(categories[0]!) ?? [];
      expect(
        Object.keys(compared).filter((label) => !labels.includes(label)),
        slug,
      ).toEqual([]);
    }
  });

  it("have positive and critical reviews, one per person", () => {
    expect(reviews.filter(([, rating]) => rating < 4).length).toBeGreaterThan(8);
    expect(reviews.filter(([by]) => !REVIEWERS[by])).toEqual([]);
    for (const product of PRODUCTS) expect(repeated(product.reviews.map(([by]) => by)), product.slug).toEqual([]);
  });

  it("have drawings that are all different, valid and small", () => {
    const drawn = drawings().map(({ url, draw }) => ({ url, svg: draw() }));
    expect(repeated(drawn.map(({ url }) => url))).toEqual([]);
    expect(repeated(drawn.map(({ svg }) => svg))).toEqual([]);
    for (const { url, svg } of drawn) {
      expect(svg.length, url).toBeLessThan(16_000);
      expect(/="[^"]*(undefined|NaN|null)|<script/.exec(svg)?.[0], url).toBeUndefined();
    }
  });
});
