import { describe, expect, it } from "vitest";
import { CONTRAST, readAccent } from "../../domain/site/accent.ts";
import { inEnglish } from "../../languages/words.ts";
import { freshRandom } from "../helpers/random.ts";

/** Relative luminance by the words of WCAG 2.2, apart from the code under test. */
const luminance = (hex: string): number => {
  const channel = (at: number) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};
const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
};
const GROUNDS = [
  ["#fffdfb", "#ffffff", "#f9f2ed"],
  ["#120c1f", "#1c152d", "#231a37"],
];

describe("an accent", () => {
  it("has the contrast of the style guide by day and by night, or is refused in a sentence", () => {
    const random = freshRandom("accents");
    const colours = Array.from({ length: 1000 }, () => `#${random.between(0, 0xffffff).toString(16).padStart(6, "0")}`);
    let taken = 0;
    for (const colour of colours) {
      const accent = readAccent(colour);
      if ("fault" in accent) {
        expect(inEnglish(accent.fault)).toMatch(
          /^#[0-9a-f]{6} is too (light|dark)\. .* Choose a (darker|lighter) color\.$/,
        );
        continue;
      }
      taken++;
      const tokens = Object.fromEntries(
        [...accent.css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, ...pair]) => [
          name,
          pair,
        ]),
      );
      for (const [time, grounds] of GROUNDS.entries()) {
        const of = (name: string) => tokens[name]![time]!;
        for (const ground of [...grounds, of("sun-soft")])
          expect(contrast(of("accent"), ground), `${colour} as text`).toBeGreaterThanOrEqual(CONTRAST.text);
        for (const ground of grounds)
          expect(contrast(of("sun"), ground), `${colour} as a button`).toBeGreaterThanOrEqual(CONTRAST.parts);
        for (const button of ["sun", "sun-hover"])
          expect(contrast(of("on-sun"), of(button)), `${colour}: words on it`).toBeGreaterThanOrEqual(CONTRAST.text);
      }
    }
    expect(taken).toBeGreaterThan(colours.length / 2);
  });

  it.each(["", "red", "#fff", "#12345g", "#0b6f6a}", "0b6f6a"])("is not %j", (text) => {
    const accent = readAccent(text);
    expect("fault" in accent && inEnglish(accent.fault)).toBe("Enter a color as # and six hex digits, like #0b6f6a.");
  });
});
