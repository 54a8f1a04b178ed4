import { describe, expect, it } from "vitest";
import { readCategoryTable } from "../../actions/listings/import-categories.ts";
import { type CategoryPlan, planCategories } from "../../domain/listings/category-table.ts";
import { inEnglish } from "../../languages/words.ts";

const KNOWN = [
  { slug: "media", name: "Media", parentSlug: null, description: "Films and music." },
  { slug: "photos", name: "Photos", parentSlug: "media", description: "" },
];
function planOf(text: string): CategoryPlan {
  const lines = readCategoryTable(text);
  if (lines === "unreadable") throw new Error(lines);
  return planCategories(lines, KNOWN);
}
const shown = ({ rows }: CategoryPlan) =>
  rows.map(({ slug, name, parentSlug, description, result }) => [slug, name, parentSlug, description, result]);
const faults = (plan: CategoryPlan) => plan.faults.map(({ line, fault }) => `${line}: ${inEnglish(fault)}`);

describe("a table of categories", () => {
  it("has headings in any order and language, and any separator", () => {
    const wanted = [
      ["werkzeug", "Werkzeug", null, "Sägen, Bohrer", "new"],
      ["saegen", "Sägen", "werkzeug", "", "new"],
    ];
    for (const separator of [";", ",", "\t"]) {
      const row = (...cells: string[]) => cells.join(separator);
      const text = [
        row("Oberkategorie", "Kategorie", "slug", "Beschreibung"),
        row("Werkzeug", "Sägen", "saegen", ""),
        row("", "Werkzeug", "", '"Sägen, Bohrer"'),
      ].join("\r\n");
      expect(shown(planOf(text))).toEqual(wanted);
    }
  });

  it("is a list without headings, in which a name can be below another", () => {
    expect(shown(planOf("- Maps\nMedia > Live > Radio\n\n日本語\nmaps-2"))).toEqual([
      ["maps", "Maps", null, "", "new"],
      ["category", "日本語", null, "", "new"],
      ["maps-2", "maps-2", null, "", "new"],
      ["live", "Live", "media", "", "new"],
      ["radio", "Radio", "live", "", "new"],
    ]);
  });

  it("changes only what it names", () => {
    expect(shown(planOf("slug,name,description\nphotos,Pictures,\nmedia,Media,Films and music."))).toEqual([
      ["media", "Media", null, "Films and music.", "same"],
      ["photos", "Pictures", "media", "", "changed"],
    ]);
    expect(shown(planOf("name\nphotos"))).toEqual([["photos", "photos", "media", "", "changed"]]);
    expect(shown(planOf("name;parent\nMedia;\nPhotos;media"))).toEqual([
      ["media", "Media", null, "Films and music.", "same"],
      ["photos", "Photos", "media", "", "same"],
    ]);
  });

  it("names every line that cannot be used, and none below it is lost without a word", () => {
    const plan = planOf(
      [
        "slug;name;parent",
        "Upper;Upper;",
        "new;New;",
        "a;A;b",
        "b;B;a",
        "c;C;nowhere",
        "d;D;c",
        "e;Media;",
        "f;F;",
        "f;F again;",
        `g;${"x".repeat(81)};`,
        "h;;",
        "i;I;media",
      ].join("\n"),
    );
    expect(plan.rows.map(({ slug }) => slug)).toEqual(["f", "i"]);
    expect(faults(plan)).toEqual([
      "2: “Upper” is not a valid slug. Use lower-case letters, digits and hyphens.",
      "3: “new” is not a valid slug. Use lower-case letters, digits and hyphens.",
      "4: A category cannot be its own parent.",
      "5: A category cannot be its own parent.",
      "6: The parent category “nowhere” does not exist.",
      "7: Its parent category cannot be used.",
      "8: The category “media” already has this name.",
      "10: Line 9 has the same category.",
      "11: Enter a name of at most 80 characters.",
      "12: Enter a name of at most 80 characters.",
    ]);
  });

  it("with a quote that is never closed is refused as a whole", () => {
    expect(readCategoryTable('name\n"Open')).toBe("unreadable");
    expect(readCategoryTable('name\nPots 12" wide')).toEqual([
      { line: 1, cells: ["name"] },
      { line: 2, cells: ['Pots 12" wide'] },
    ]);
  });
});
