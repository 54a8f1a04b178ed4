import { expect, it } from "vitest";
import { draftByRules } from "../../drafting/extractive.ts";
import { FEATURE_SECTION, isFeatureName, isOtherSection, isProblemSection } from "../../drafting/fields/sections.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

it.each([
  "Ominaisuudet",
  "Proč my",
  "Miért minket",
  "De ce noi",
  "Fitur unggulan",
  "Tính năng nổi bật",
  "Наші переваги",
])("recognizes %s as a features heading", (heading) => {
  expect(FEATURE_SECTION.test(heading) && !isOtherSection(heading)).toBe(true);
});

it.each(["Cara kerja", "Jak to funguje", "Näin se toimii", "Így működik", "Cum funcționează", "Nasıl çalışır?"])(
  "does not read %s as a features heading",
  (heading) => {
    expect(isOtherSection(heading)).toBe(true);
  },
);

it.each([
  "Not included",
  "Non inclus",
  "Ce qui n’est pas inclus",
  "Nicht enthalten",
  "No incluye",
  "Cena nie obejmuje",
  "Не входит",
  "含まれないもの",
])("recognizes %s as an exclusion", (heading) => {
  expect(isOtherSection(heading)).toBe(true);
});

it("reads no excluded item as a feature", () => {
  const list = (title: string, ...items: string[]) =>
    `<h2>${title}</h2><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
  const included = list("What is included", "Rods and reels", "Boat and engine", "Coffee and cake");
  const excluded = list("What is not included", "A fishing licence", "Lunch for everybody", "Warm clothes");
  const site = crawledSite([{ title: "Acme", body: `<h1>A day on the lake</h1>${included}${excluded}` }]);
  expect(draftByRules({ site, categories: [] }).fields.features?.value).toEqual([
    "Rods and reels",
    "Boat and engine",
    "Coffee and cake",
  ]);
});

it.each(["El problema que muchas empresas desconocen", "Problemet", "Masalah", "Das Problem mit Papier"])(
  "recognizes %s as a problem heading",
  (heading) => {
    expect(isProblemSection(heading)).toBe(true);
  },
);

it.each(["Toutes les fonctionnalités", "und vieles mehr", "dan masih banyak lagi", "الأكثر طلباً", "Mest populære"])(
  "does not read %s as a feature name",
  (text) => {
    expect(isFeatureName(text)).toBe(false);
  },
);

it("keeps features named after numbers and problems", () => {
  for (const text of ["100% offline", "Problem reports", "Exports"]) expect(isFeatureName(text)).toBe(true);
  expect(isProblemSection("Problem reports")).toBe(false);
});
