import { describe, expect, it } from "vitest";
import { nameLines } from "../../site/kit/brand.ts";

describe("the name of a site in its header", () => {
  it.each([
    ["Debut", ["Debut"]],
    ["The Open Shelf", ["The Open Shelf"]],
    ["Nörd & Söhne Möbelwerkzeuge", ["Nörd & Söhne", "Möbelwerkzeuge"]],
    ["Verzeichnis der Landeshauptstadt Schwäbisch Gmünd", ["Verzeichnis der", "Landeshauptstadt", "Schwäbisch Gmünd"]],
    ["Donaudampfschifffahrtsgesellschaften", ["Donaudampfschifffahrtsgesellschaften"]],
    ["ايت ابتاني دليل البرامج الحرة", ["ايت ابتاني دليل", "البرامج الحرة"]],
  ])("breaks %s where its lines are even, and never inside a word", (name, lines) => {
    expect(nameLines(name).map((line) => line.replaceAll("\u00a0", " "))).toEqual(lines);
  });
});
