import { type Text, t } from "#languages/words.ts";
import { given } from "../text/given.ts";

type Rgb = readonly [number, number, number];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const rgbOf = (hex: string): Rgb | undefined => {
  const [, red, green, blue] = HEX.exec(hex) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
};
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share;
  return [part(0), part(1), part(2)];
};

/** Relative luminance (WCAG 2.2). */
function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const share = Math.round(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export const CONTRAST = { text: 4.5, parts: 3 } as const;

/** Background colors, as in site/public/style/tokens.css: paper, card and sunk. */
const rgb = (hex: string): Rgb => given(rgbOf(hex));
const GROUNDS = {
  day: [rgb("#fffdfb"), rgb("#ffffff"), rgb("#f9f2ed")],
  night: [rgb("#120c1f"), rgb("#1c152d"), rgb("#231a37")],
} as const;
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const INK: Rgb = [24, 12, 8];
/** A color that needs a larger change than this is refused. */
const MOST_CHANGE = 0.4;
const STEP = 0.01;

/** The least changed color with this contrast on all backgrounds, and the share mixed in. */
function until(colour: Rgb, towards: Rgb, grounds: readonly Rgb[], least: number): { colour: Rgb; share: number } {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(colour, towards, share);
    if (grounds.every((ground) => contrast(mixed, ground) >= least)) return { colour: mixed, share };
  }
  return { colour: towards, share: 1 };
}

/** Ink or white, whichever is more readable; black where neither has enough contrast. */
function wordsOn(ground: Rgb): Rgb {
  const better = contrast(INK, ground) >= contrast(WHITE, ground) ? INK : WHITE;
  return contrast(better, ground) >= CONTRAST.text ? better : BLACK;
}

/** An accent for the light or dark theme, with the contrast required by the style guide. */
type Tints = { sun: Rgb; hover: Rgb; onSun: Rgb; soft: Rgb; line: Rgb; text: Rgb; share: number };

function tintsOf(colour: Rgb, time: keyof typeof GROUNDS): Tints {
  const grounds = GROUNDS[time];
  const towards = time === "day" ? BLACK : WHITE;
  const { colour: sun, share } = until(colour, towards, grounds, CONTRAST.parts);
  const soft = mix(grounds[0], sun, time === "day" ? 0.12 : 0.2);
  const onSun = wordsOn(sun);
  const hover = mix(sun, onSun === WHITE ? BLACK : WHITE, 0.12);
  const { colour: text } = until(sun, towards, [...grounds, soft], CONTRAST.text);
  return { sun, hover, onSun, soft, line: mix(grounds[0], sun, 0.45), text, share };
}

export type AccentTime = { buttons: string; words: string; wordsOnPage: string; onPage: number; onButton: number };
export type Accent = { day: AccentTime; night: AccentTime; css: string };

const timeOf = (tints: Tints, time: keyof typeof GROUNDS): AccentTime => ({
  buttons: hexOf(tints.sun),
  words: hexOf(tints.onSun),
  wordsOnPage: hexOf(tints.text),
  onPage: Math.min(...GROUNDS[time].map((ground) => contrast(tints.text, ground))),
  onButton: contrast(tints.onSun, tints.sun),
});

/** The tints of an accent with their style sheet, or why the site cannot use it. */
export function readAccent(hex: string): Accent | { fault: Text } {
  const colour = rgbOf(hex);
  if (!colour) return { fault: t`Enter a color as # and six hex digits, like #0b6f6a.` };
  const [day, night] = [tintsOf(colour, "day"), tintsOf(colour, "night")];
  const seen = (time: keyof typeof GROUNDS) =>
    Math.min(...GROUNDS[time].map((ground) => contrast(colour, ground))).toFixed(1);
  if (day.share > MOST_CHANGE)
    return {
      fault: t`${hex} is too light. In light mode, its contrast with the page is ${seen("day")}; buttons need ${CONTRAST.parts}. Choose a darker color.`,
    };
  if (night.share > MOST_CHANGE)
    return {
      fault: t`${hex} is too dark. In dark mode, its contrast with the page is ${seen("night")}; buttons need ${CONTRAST.parts}. Choose a lighter color.`,
    };
  const pair = (of: (tints: Tints) => Rgb) => `light-dark(${hexOf(of(day))}, ${hexOf(of(night))})`;
  const css = `:root {
--sun: ${pair(({ sun }) => sun)};
--sun-hover: ${pair(({ hover }) => hover)};
--on-sun: ${pair(({ onSun }) => onSun)};
--accent: ${pair(({ text }) => text)};
--sun-soft: ${pair(({ soft }) => soft)};
--sun-line: ${pair(({ line }) => line)};
}
`;
  return { day: timeOf(day, "day"), night: timeOf(night, "night"), css };
}
