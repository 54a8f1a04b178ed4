import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { foldLetters } from "#domain/search/search-text.ts";

const folder = new URL("../../data/concepts/", import.meta.url);
const linesOf = (file: string) => readFileSync(new URL(file, folder), "utf8").trimEnd().split("\n");
const twice = (values: string[]) => values.filter((value, at) => values.indexOf(value) !== at);

const english = linesOf("en.txt").map((line) => line.split(", "));
const keys = english.map(([key = ""]) => key);
const others = readdirSync(folder).filter((file) => file !== "en.txt");
const rowsOf = (file: string) =>
  linesOf(file).map((line) => {
    const [key = "", entries = ""] = line.split(": ", 2);
    return { key, entries: entries.split(", ") };
  });

describe("concepts in English", () => {
  it("have every word in one row only", () => {
    expect(twice(english.flat())).toEqual([]);
  });

  it("are plain words in lower case", () => {
    expect(english.flat().filter((word) => !/^[a-z0-9][a-z0-9 /'-]*[a-z0-9]$/.test(word))).toEqual([]);
  });
});

describe.each(others)("concepts in %s", (file) => {
  const rows = rowsOf(file);
  const entries = rows.flatMap((row) => row.entries);

  it("are the English ones, in the same order", () => {
    expect(rows.map(({ key }) => key)).toEqual(keys);
  });

  it("are written with single spaces, and with an open end only where enough letters come first", () => {
    const letters = (entry: string) => entry.replace(/[\s*]/g, "").length;
    const least = file === "ko.txt" ? 2 : 3;
    const isWellFormed = (entry: string) =>
      /^[^\s*,:]+\*?(?: [^\s*,:]+\*?)*$/u.test(entry) && (!entry.includes("*") || letters(entry) >= least);
    expect(entries.filter((entry) => !isWellFormed(entry))).toEqual([]);
  });

  it("are written in lower case", () => {
    expect(entries.filter((entry) => entry !== entry.toLowerCase())).toEqual([]);
  });

  it("say nothing twice in one row, and no word in more than three rows", () => {
    const folded = rows.map((row) => row.entries.map(foldLetters));
    expect(folded.flatMap((row, at) => twice(row).map((entry) => `${keys[at]}: ${entry}`))).toEqual([]);
    const counts = new Map<string, number>();
    for (const entry of folded.flat()) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 3)).toEqual([]);
  });
});
