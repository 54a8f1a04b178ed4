import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import categories from "../../data/seed/categories.json" with { type: "json" };
import { categoriesOfProducts } from "../../store/search/known-products.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { addSearchable, type Searchable } from "../helpers/searchable.ts";

const file = readFileSync(new URL("../../data/known-products.txt", import.meta.url), "utf8");
const lines = file
  .trim()
  .split("\n")
  .map((line) => line.split(": ", 2) as [slug: string, names: string]);

describe("the list of well-known products", () => {
  it("has each category once, and each product once in it", () => {
    const slugs = lines.map(([slug]) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    const known = new Set(categories.map(({ slug }) => slug));
    expect(slugs.filter((slug) => !known.has(slug))).toEqual([]);
    for (const [slug, names] of lines) {
      const folded = names.split(/; | = /).map((name) => name.toLowerCase());
      expect(new Set(folded).size, slug).toBe(folded.length);
      expect(folded.every(Boolean), slug).toBe(true);
    }
  });

  it("has 3,000 products", () => {
    expect(new Set(lines.flatMap(([, names]) => names.split("; "))).size).toBeGreaterThan(3000);
  });

  it.each([
    ["find my notes again", []],
    ["alternativa a Notion", ["wikis"]],
    ["slack replacement", ["team-chat"]],
    ["alternative to my old paper calendar at the front desk", []],
    ["alternative to Splitwise", ["personal-budgeting"]],
    ["something like Google Photos for the family", ["photo-editing"]],
    ["instead of things", ["task-management"]],
    ["an app like bear", ["note-taking"]],
    ["how to make things in my garden", []],
    ["I would like to close the front door", []],
  ])('"%s" names a product of %j', (question, wanted) => {
    expect([...categoriesOfProducts(question)]).toEqual(wanted);
  });
});

describe("a search", () => {
  let db: Awaited<ReturnType<typeof createSeededDatabase>>;
  beforeEach(async () => {
    db = await createSeededDatabase();
  });
  afterEach(() => db.close());
  const add = (given: Searchable) => addSearchable(db.store, given);
  async function found(q: string) {
    const page = await db.store.listings.search({ q, status: "live", sort: "relevance" }, { page: 1, perPage: 20 });
    return { ...page, names: page.items.map(({ name }) => name) };
  }

  it("for an alternative to a product finds similar products, not similar spellings", async () => {
    await add({ name: "Flatpot", tagline: "Shared costs of a flat", category: "personal-budgeting" });
    await add({ name: "Roomy", tagline: "An alternative to a room plan", category: "real-estate" });
    await add({ name: "Facepane", tagline: "Faces in a row", category: "video-meetings" });
    expect((await found("alternative to splitwise")).names[0]).toBe("Flatpot");
    const { names, related, total } = await found("alternative to zoom");
    expect(names[0]).toBe("Facepane");
    expect(related).toBe(total);
  });

  it("requires the meaningful words of a sentence", async () => {
    await add({ name: "Yard Sale", description: "what is for sale and what is not" });
    await add({ name: "Ladle", tagline: "Cook with what you have", category: "nutrition" });
    for (const q of ["what is for dinner", "what for dinner"]) {
      const { names, related, total } = await found(q);
      expect(names[0], q).toBe("Ladle");
      expect(related, q).toBe(total);
    }
  });

  it("corrects short queries, but not known words of a sentence", async () => {
    await add({ name: "Prints", description: "plan shirts for my books" });
    await add({ name: "Rota", tagline: "Shifts" });
    const sentence = await found("plan shifts for my cooks");
    expect(sentence.related).toBe(sentence.total);
    expect(await found("plan shifts boocs")).toMatchObject({ total: 2, related: 1 });
  });

  it("corrects words with a meaning only if nothing is related to them", async () => {
    await add({ name: "Shortener", tagline: "KISS links" });
    expect((await found("kids")).names).toEqual(["Shortener"]);
    await add({ name: "Nursery", tagline: "Where each child learns" });
    expect((await found("kids")).names).toEqual(["Nursery"]);
  });

  it("knows a category by what one of its phrases means", async () => {
    await add({ name: "Byre", tagline: "One page for each animal", category: "agriculture" });
    await add({ name: "Lanes", tagline: "Boards with columns", category: "project-management" });
    expect((await found("piglets and lambs")).names[0]).toBe("Byre");
  });
});
