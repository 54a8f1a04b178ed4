import { expect, it } from "vitest";
import { freeSlug, SLUG, slugify } from "../../domain/text/slug.ts";

it.each([
  ["Acme Analytics", "acme-analytics"],
  ["C++ Éditor!", "c-plus-plus-editor"],
  ["F# & co", "f-sharp-and-co"],
  ["  --Straße--  ", "strasse"],
  ["漢字", "listing"],
  ["", "listing"],
  ["x".repeat(300), "x".repeat(100)],
])("slugify(%j) is %j", (name, slug) => {
  expect(slugify(name)).toBe(slug);
  expect(slugify(name)).toMatch(SLUG);
});

it("freeSlug counts up until it finds a free slug", async () => {
  const taken = new Set(["acme", "acme-2"]);
  expect(await freeSlug("acme", async (slug) => taken.has(slug))).toBe("acme-3");
});

it("freeSlug needs few queries even if thousands are taken", async () => {
  const taken = new Set(["acme", ...Array.from({ length: 9_999 }, (_, index) => `acme-${index + 2}`)]);
  let asked = 0;
  const slug = await freeSlug("acme", async (candidate) => {
    asked++;
    return taken.has(candidate);
  });
  expect(slug).toBe("acme-10001");
  expect(asked).toBeLessThan(30);
});
