import { expect, it } from "vitest";
import { HUES, hueOfPixels, hueOfText } from "../../domain/pictures/hues.ts";

const pixels = (...colours: [hex: string, count: number][]): Uint8ClampedArray =>
  new Uint8ClampedArray(
    colours.flatMap(([hex, count]) => {
      const [red, green, blue] = hex.match(/../g)!.map((part) => Number.parseInt(part, 16));
      return Array.from({ length: count }, () => [red!, green!, blue!, 255]).flat();
    }),
  );

it.each([
  ["0b6f6a", "teal"],
  ["94470a", "copper"],
  ["ff9a2f", "amber"],
  ["5a35d1", "violet"],
  ["0f6fe5", "blue"],
  ["e81a65", "rose"],
  ["2c8e2f", "green"],
  ["0a2d5e", "navy"],
  ["3a2fd0", "indigo"],
  ["5d0421", "maroon"],
  ["e0b200", "gold"],
])("#%s is %s", (hex, hue) => expect(hueOfPixels(pixels([hex, 10]))).toBe(hue));

it("a logo has its dominant hue, ignoring white and black", () => {
  expect(hueOfPixels(pixels(["ffffff", 900], ["000000", 60], ["0b6f6a", 40], ["e81a65", 10]))).toBe("teal");
});

it("a grey logo has none", () => {
  expect(hueOfPixels(pixels(["808080", 500], ["ffffff", 500]))).toBeUndefined();
  expect(hueOfPixels(pixels(["ffffff", 999], ["e81a65", 1]))).toBeUndefined();
});

it("a listing without a logo always gets the same hue", () => {
  const found = new Set(Array.from({ length: 200 }, (_, index) => hueOfText(`listing-${index}`)));
  expect([...found].sort()).toEqual([...HUES].sort());
  expect(hueOfText("kelpline")).toBe(hueOfText("kelpline"));
});
