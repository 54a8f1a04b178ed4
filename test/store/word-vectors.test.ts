import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nearness } from "../../store/search/meaning.ts";
import { readWordVectors, VECTORS_VERSION } from "../../store/search/word-vectors.ts";

const file = readFileSync(new URL("../../data/words.vec", import.meta.url));
const changed = (change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(file);
  change(copy);
  return copy;
};

describe("the vectors of words", () => {
  it("are those that scripts/build-vectors.ts makes, under 8 MB", () => {
    const made = { version: VECTORS_VERSION, sha256: createHash("sha256").update(file).digest("hex") };
    expect(made).toEqual({
      version: 1,
      sha256: "644668b2692a9d5e45fe50333f85e5f0d061c456d3c8127f08dc9047420e374b",
    });
    expect(file.length).toBeLessThan(8_000_000);
  });

  it("are near for words of one subject, in any order and form", () => {
    const words = readWordVectors(file);
    const direction = (...all: string[]) => words.directionOf(all.map((word) => [word, 1]))!;
    const asked = direction("split", "expenses");
    expect(nearness(asked, direction("bills", "budget"))).toBeGreaterThan(0.35);
    expect(nearness(asked, direction("guitar", "lessons"))).toBeLessThan(0.2);
    expect(nearness(asked, direction("expenses", "split"))).toBeCloseTo(1);
    expect(words.directionOf([["qwertzuiop", 1]])).toBeUndefined();
  });

  it.each([
    ["cut off", file.subarray(0, -1), "it has 6576363 bytes for 59311 words of 100 numbers"],
    ["empty", Buffer.alloc(0), "it begins differently"],
    ["another file", changed((copy) => copy.write("PNG", 0)), "it begins differently"],
    ["of no dimensions", changed((copy) => copy.writeUInt32LE(0, 12)), "for 59311 words of 0 numbers"],
    ["with words missing", changed((copy) => copy.fill(97, 20, 400)), "words instead of 59311"],
  ])("are refused with the reason if the file is %s", (_, damaged, reason) => {
    expect(() => readWordVectors(damaged)).toThrow(`The file of word vectors is damaged: `);
    expect(() => readWordVectors(damaged)).toThrow(reason);
  });
});
