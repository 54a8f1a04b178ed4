import { expect, it } from "vitest";
import { misspeltBeginnings, spellingsNear } from "../../store/search/misspelt-beginnings.ts";
import { freshRandom } from "../helpers/random.ts";

it("finds all prefixes of sorted words that are one error away, in order", () => {
  const random = freshRandom("misspelt beginnings");
  const letters = ["a", "b", "ab", "c", "é", "1", "漢"];
  const textOf = (most: number) => Array.from({ length: random.between(1, most) }, () => random.pick(letters)).join("");
  for (let round = 0; round < 40; round++) {
    const words = [...new Set(Array.from({ length: random.between(1, 200) }, () => textOf(6)))].sort();
    const rows = words.map(() => random.between(1, 9));
    const before = [0];
    for (const [index, count] of rows.entries()) before.push(before[index]! + count);
    const rowsStarting = (start: string) =>
      words.reduce((sum, word, index) => sum + (word.startsWith(start) ? rows[index]! : 0), 0);
    const near = misspeltBeginnings(words, before);
    for (let times = 0; times < 10; times++) {
      const typed = textOf(5);
      const wanted = [...new Set(spellingsNear(typed, (start) => rowsStarting(start) > 0))]
        .map((spelling) => ({ spelling, rows: rowsStarting(spelling) }))
        .filter((one) => one.rows > 0);
      expect(near(typed), typed).toEqual(wanted);
    }
  }
});
