import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import categories from "../../data/seed/categories.json" with { type: "json" };
import countries from "../../data/seed/countries.json" with { type: "json" };
import questions from "../../data/seed/interview-questions.json" with { type: "json" };
import products from "../../data/seed/products.json" with { type: "json" };
import vatRates from "../../data/seed/vat-rates.json" with { type: "json" };

const lines = (file: string) =>
  readFileSync(new URL(`../../data/${file}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
const expectUnique = (values: unknown[]) => expect(new Set(values).size).toBe(values.length);

describe("categories", () => {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));

  it("form a tree of two levels", () => {
    expect(categories.length).toBeGreaterThanOrEqual(120);
    expect(categories.length).toBeLessThanOrEqual(150);
    for (const { slug, parent } of categories) {
      if (parent) expect(bySlug.get(parent)?.parent, slug).toBeNull();
      else expect(categories.filter((child) => child.parent === slug).length, slug).toBeGreaterThanOrEqual(4);
    }
  });

  it.each(categories.map(({ slug, phrases }) => [slug, phrases] as const))(
    "%s has 10 to 20 phrases, each once",
    (_slug, phrases) => {
      expectUnique(phrases);
      expect(phrases.length).toBeGreaterThanOrEqual(10);
      expect(phrases.length).toBeLessThanOrEqual(20);
    },
  );

  it("have unique slugs and names", () => {
    expectUnique(categories.map(({ slug }) => slug));
    expectUnique(categories.map(({ name }) => name.toLowerCase()));
    for (const { slug } of categories) expect(slug).toMatch(/^[a-z0-9][a-z0-9-]*$/);
  });

  it("have no empty texts", () => {
    for (const { slug, description, keywords, compare, faqs, parent } of categories) {
      expect(description, slug).toMatch(/^[A-Z0-9].*\.$/);
      expect(keywords.length, slug).toBeGreaterThanOrEqual(5);
      expectUnique(keywords);
      for (const word of keywords) expect(word).toBe(word.toLowerCase());
      expect(compare.length, slug).toBeGreaterThanOrEqual(4);
      expectUnique(compare);
      if (!parent) expect(faqs.length, slug).toBeGreaterThanOrEqual(2);
      for (const { question, answer } of faqs) {
        expect(question.length).toBeLessThanOrEqual(300);
        expect(question).toMatch(/\?$/);
        expect(answer.length).toBeLessThanOrEqual(1500);
      }
    }
  });
});

describe("interview questions", () => {
  it("are numbered and fit into one call with 30 answers", () => {
    expect(questions.length).toBeGreaterThanOrEqual(20);
    expect(questions.length).toBeLessThanOrEqual(30);
    expectUnique(questions.map(({ question }) => question));
    questions.forEach(({ id, position, question, hint }, index) => {
      expect([id, position]).toEqual([index + 1, index + 1]);
      expect(question).toMatch(/\?$/);
      expect(hint).not.toBe("");
    });
  });
});

describe("countries", () => {
  it("are the 249 of ISO 3166-1, 27 of them in the EU", () => {
    expect(countries).toHaveLength(249);
    expectUnique(countries.map(({ code }) => code));
    expectUnique(countries.map(({ name }) => name));
    for (const { code, name } of countries) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(name).not.toBe(code);
    }
    expect(countries.filter(({ eu }) => eu)).toHaveLength(27);
  });

  it("have names in Intl", () => {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    for (const { code } of countries) expect(names.of(code), code).toBeDefined();
  });
});

describe("VAT rates", () => {
  const rate = (country: string) => vatRates.find((row) => row.country === country)?.rate_bp;

  it("cover each member state once", () => {
    const members = countries.filter(({ eu }) => eu).map(({ code }) => code);
    expect(vatRates.map(({ country }) => country).sort()).toEqual(members.sort());
  });

  it("know the changes up to 2026", () => {
    expect([rate("FI"), rate("EE"), rate("SK"), rate("RO")]).toEqual([2550, 2400, 2300, 2100]);
    expect([rate("LU"), rate("HU"), rate("DE"), rate("GR")]).toEqual([1700, 2700, 1900, 2400]);
  });

  it("are basis points with a real day from which they apply", () => {
    for (const { rate_bp, valid_from } of vatRates) {
      expect(rate_bp % 50).toBe(0);
      expect(rate_bp).toBeGreaterThanOrEqual(1500);
      expect(rate_bp).toBeLessThanOrEqual(2700);
      expect(new Date(`${valid_from}T00:00:00Z`).toISOString().slice(0, 10)).toBe(valid_from);
      expect(valid_from < "2026-01-01").toBe(true);
    }
  });
});

describe("products", () => {
  it("have whole prices in cents and known option types", () => {
    expectUnique(products.map(({ product }) => product));
    for (const { product, price_cents, options, description } of products) {
      expect(product).toMatch(/^[a-z0-9][a-z0-9-]*$/);
      expect(Number.isInteger(price_cents) && price_cents > 0).toBe(true);
      expect(description).toMatch(/\.$/);
      for (const { type } of options) expect(["date", "array", "integer"]).toContain(type);
    }
  });

  it("sell a launch for one listing, with an optional week and up to three categories", () => {
    const launch = products.find(({ product }) => product === "launch");
    expect(launch?.needs_listing).toBe(true);
    expect(launch?.options).toEqual([
      { key: "week", type: "date", required: false },
      { key: "categories", type: "array", required: false, maximum: 3 },
    ]);
  });

  it("start the billboard at its minimum", () => {
    const billboard = products.find(({ product }) => product === "billboard");
    const amount = billboard?.options[0] as { minimum?: number } | undefined;
    expect(amount).toMatchObject({ key: "amount_cents", type: "integer", required: true });
    expect(amount?.minimum).toBe(billboard?.price_cents);
  });
});

describe("lists", () => {
  it("hold common passwords, and the words that common passwords are made of", () => {
    const [source = "", ...passwords] = lines("common-passwords.txt");
    expect(source).toMatch(/^# .* From \S+ [\d.]+ \(MIT\)\.$/);
    expect(passwords.length).toBeGreaterThanOrEqual(10_000);
    expectUnique(passwords);
    for (const password of passwords) {
      expect(password.length).toBeGreaterThanOrEqual(5);
      expect(password).toBe(password.toLowerCase().trim());
    }
    for (const known of ["1234567890", "qwertyuiop", "password123", "liverpool"]) expect(passwords).toContain(known);
  });
});
