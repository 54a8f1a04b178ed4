import { expect, it } from "vitest";
import { readList, writeList } from "../../domain/text/list-cell.ts";
import { freshRandom } from "../helpers/random.ts";

it.each([
  ['a; b|c\n d;;"e; f" ;"g"', ["a", "b", "c", "d", "e; f", "g"]],
  ['5" disk; "quoted" word; "open', ['5" disk', '"quoted" word', '"open']],
  ['"a ""b"" c;"; a; a', ['a "b" c;', "a"]],
  ["", []],
])("the list %j is read as %j", (cell, entries) => {
  expect(readList(cell)).toEqual(entries);
});

it("any entries are read as they were written", () => {
  const random = freshRandom("list cells");
  for (let round = 0; round < 2000; round++) {
    const entries = Array.from({ length: random.between(1, 4) }, () =>
      Array.from({ length: random.between(1, 6) }, () => random.pick(['"', ";", "|", "\n", " ", "a", "'", ","])).join(
        "",
      ),
    );
    const trimmed = [...new Set(entries.map((entry) => entry.trim()).filter(Boolean))];
    expect(readList(writeList(trimmed))).toEqual(trimmed);
  }
});
