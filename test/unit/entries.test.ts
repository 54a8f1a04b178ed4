import { expect, it } from "vitest";
import { joinEntries, splitEntries } from "../../site/parts/drafts/form-marks.ts";

it.each([
  [["charts", "web analytics"]],
  [["fast, small", 'the "best"', '"quoted"', 'a "b, c" d']],
  [[]],
  [["日本語、タグ", "ö"]],
])("a list of words survives a round trip through one line: %j", (entries) => {
  expect(splitEntries(joinEntries(entries))).toEqual(entries);
});

it.each([
  ["a,b ,, c\nd", ["a", "b", "c", "d"]],
  ['"a, b", c', ["a, b", "c"]],
  ['half "open, quote', ['half "open', "quote"]],
  [" , ", []],
  ["استضافة، صور", ["استضافة", "صور"]],
  ["写真、音楽，本", ["写真", "音楽", "本"]],
])("%j is read as intended", (text, entries) => expect(splitEntries(text)).toEqual(entries));
