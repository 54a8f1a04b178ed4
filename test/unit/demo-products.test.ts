import { describe, expect, it } from "vitest";
import { PRODUCTS } from "../../data/demo/catalogue.ts";
import { drawings } from "../../data/demo/drawings.ts";
import categories from "../../data/seed/categories.json" with { type: "json" };

const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) < index);
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
