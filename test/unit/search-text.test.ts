import { describe, expect, it } from "vitest";
import { errorsBetween, forgiven } from "../../domain/search/search-distance.ts";
import { type Group, scorerOf } from "../../domain/search/search-score.ts";
import { foldName, indexWords, searchableText, searchWords, wordsByPart } from "../../domain/search/search-text.ts";
import { createCorrector } from "../../store/search/corrector.ts";
import { freshRandom } from "../helpers/random.ts";

describe("words", () => {
  it.each([
    ["Café Ünïcode", ["cafe", "unicode"]],
    ["Straße Łódź Ærø", ["strasse", "lodz", "aero"]],
    ["C++ Builder", ["cplusplus", "builder"]],
    ["c# f#", ["csharp", "fsharp"]],
    ["#tag", ["tag"]],
    [".NET core", ["dotnet", "core"]],
    ["O'Neil and O’Neil's", ["oneil", "and", "oneil"]],
    ["node.js self-hosted", ["node", "js", "self", "hosted"]],
    ["漢字検索 AI", ["漢字", "字検", "検索", "ai"]],
    ["東", ["東"]],
    ["한국어 검색", ["한국어", "검색"]],
    ['a "AND" NEAR(* 🚀 \ud800b', ["a", "and", "near", "b"]],
    ["'", []],
    ["", []],
  ])("%s is searched as %j", (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it.each([
    "Café O'Neil's",
    "node.js",
    "C++ and .NET",
    "self-hosted",
    "漢字検索エンジン",
    "notepad++",
    "AT&T",
    "x".repeat(300),
  ])("the search words for %s are in its index", (text) => {
    expect(indexWords(text)).toEqual(expect.arrayContaining(searchWords(text)));
  });

  it.each([
    ["node.js", "nodejs"],
    ["O'Neil", "neil"],
    ["self-hosted", "selfhosted"],
    ["ASP.NET", "dotnet"],
    ["c++", "c"],
    ["検索", "索"],
  ])("%s is also found as %s", (text, word) => {
    expect(indexWords(text)).toContain(word);
  });

  it("fold names that differ only in case, accents and signs to the same", () => {
    expect(foldName("  Café—Crème! ")).toBe(foldName("CAFE creme"));
    expect(foldName("C++")).not.toBe(foldName("C"));
  });

  it("are kept once, in the field with the highest weight", () => {
    expect(searchableText({ name: "A b", tagline: "", keywords: "b c", description: "d c" })).toBe(
      " a b \u0001 \u0001 c \u0001 d ",
    );
  });
});

describe("distance", () => {
  const slow = (a: string, b: string): number => {
    const d = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
    );
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        const swap =
          i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? d[i - 2]![j - 2]! + 1 : Infinity;
        const change = d[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
        d[i]![j] = Math.min(change, d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, swap);
      }
    }
    return d[a.length]![b.length]!;
  };
  const random = freshRandom("distance");
  const word = (letters: string, from: number, to: number) =>
    Array.from({ length: random.between(from, to) }, () => letters[random.between(0, letters.length - 1)]).join("");

  it("equals a slow computation, up to the limit", () => {
    for (let i = 0; i < 20_000; i++) {
      const [a, b] = [word("abc", 0, 9), word("abc", 0, 9)];
      for (const limit of [1, 2]) expect(errorsBetween(a, b, limit), `${a} ${b}`).toBe(Math.min(slow(a, b), limit + 1));
    }
  });

  it("the corrector finds the same words as a comparison with all", async () => {
    const known = [...new Set(Array.from({ length: 2000 }, () => word("abcdef", 2, 10)))];
    const { near } = await createCorrector(known);
    for (let i = 0; i < 200; i++) {
      const typed = word("abcdef", 3, 11);
      const wanted = known.filter((candidate) => {
        const errors = slow(typed, candidate);
        return candidate.length > 2 && errors >= 1 && errors <= forgiven(Math.max(candidate.length, typed.length));
      });
      expect(
        near(typed)
          .map((found) => found.word)
          .sort(),
        typed,
      ).toEqual(wanted.sort());
    }
  });
});

describe("score", () => {
  const typed = (...words: string[]): Group[] =>
    words.map((text) => ({ alternatives: [{ kind: "word", text, closeness: 1 }], weight: 1 }));
  const score = (name: string, tagline: string, description: string, groups: Group[]) =>
    scorerOf(groups)(searchableText({ name, tagline, keywords: "", description }), foldName(name));

  it("prefers the name, then the tagline, then the rest; short names; and exact words to corrected ones", () => {
    expect(score("Acme", "", "", typed("acme"))).toBeGreaterThan(score("Other", "acme", "", typed("acme")));
    expect(score("Other", "acme", "", typed("acme"))).toBeGreaterThan(score("Other", "", "acme", typed("acme")));
    expect(score("Acme", "", "", typed("acme"))).toBeGreaterThan(score("Acme of Many Words", "", "", typed("acme")));
    const corrected: Group[] = [
      {
        alternatives: [
          { kind: "word", text: "acme", closeness: 1 },
          { kind: "word", text: "acne", closeness: 0.6 },
        ],
        weight: 1,
      },
    ];
    expect(score("Acme", "", "", corrected)).toBeGreaterThan(score("Acne", "", "", corrected));
  });

  it("is the weight of each word's best place, regardless of position and other text", () => {
    const random = freshRandom("scores");
    const word = () => Array.from({ length: random.between(1, 4) }, () => random.pick([..."ab"])).join("");
    const words = () => Array.from({ length: random.between(0, 6) }, word).join(" ");
    const alternative = (): Group["alternatives"][number] => ({
      ...{ kind: random.pick(["word", "prefix", "name"] as const), text: word(), closeness: random.pick([1, 0.6]) },
    });
    const group = (): Group => ({
      ...{ alternatives: Array.from({ length: random.between(1, 4) }, alternative), weight: random.between(1, 3) },
    });
    /** The same word by word, from the first part to the last. */
    function slowly(groups: Group[], text: string, name: string): number {
      const places = wordsByPart(text).flatMap((words, part) => words.map((word) => ({ word, part })));
      const found = groups.map(({ alternatives, weight }) => {
        const all = alternatives.map(({ kind, text, closeness }) => {
          const at = places.find(({ word }) => (kind === "word" ? word === text : word.startsWith(text)));
          if (!at || (kind === "name" && at.part > 0)) return { worth: 0, part: -1 };
          const part = [10, 5, 4, 1][at.part]! * closeness;
          return { worth: at.word === text ? part : part * (at.part === 0 ? 0.8 : 0.15), part: at.part };
        });
        const best = all.reduce((best, one) => (one.worth > best.worth ? one : best));
        return { score: best.worth * weight, isInName: best.part === 0 };
      });
      const share = found.filter(({ isInName }) => isInName).length / Math.max(groups.length, name.split(" ").length);
      return found.reduce((sum, { score }) => sum + score, 0) * (1 + share * 0.5);
    }
    for (let round = 0; round < 500; round++) {
      const groups = Array.from({ length: random.between(1, 3) }, group);
      const name = words();
      const text = searchableText({ name, tagline: words(), keywords: words(), description: words() });
      expect(scorerOf(groups)(text, foldName(name)), JSON.stringify({ groups, text })).toBeCloseTo(
        slowly(groups, text, foldName(name)),
      );
    }
  });
});
