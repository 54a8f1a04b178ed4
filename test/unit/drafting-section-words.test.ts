import { expect, it } from "vitest";
import { FEATURE_SECTION, isFeatureName, isOtherSection, isProblemSection } from "../../drafting/fields/sections.ts";

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
  "Nicht enthalten",
  "No incluye",
  "Cena nie obejmuje",
  "Не входит",
  "含まれないもの",
])("knows %s for what one does not get", (heading) => {
  expect(isOtherSection(heading)).toBe(true);
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
