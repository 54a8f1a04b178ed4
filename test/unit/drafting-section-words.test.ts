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
])("knows %s for a heading over features", (heading) => {
  expect(FEATURE_SECTION.test(heading) && !isOtherSection(heading)).toBe(true);
});

it.each(["Cara kerja", "Jak to funguje", "Näin se toimii", "Így működik", "Cum funcționează", "Nasıl çalışır?"])(
  "knows %s for no heading over features",
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
])("knows %s for what one does not get", (heading) => {
  expect(isOtherSection(heading)).toBe(true);
});

it("takes nothing for a feature that stands under what is not included", () => {
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
  "knows %s for what people suffer",
  (heading) => {
    expect(isProblemSection(heading)).toBe(true);
  },
);

it.each(["Toutes les fonctionnalités", "und vieles mehr", "dan masih banyak lagi", "الأكثر طلباً", "Mest populære"])(
  "takes %s for no name of a feature",
  (text) => {
    expect(isFeatureName(text)).toBe(false);
  },
);

it("leaves what is named after numbers and problems a feature", () => {
  for (const text of ["100% offline", "Problem reports", "Exports"]) expect(isFeatureName(text)).toBe(true);
  expect(isProblemSection("Problem reports")).toBe(false);
});
