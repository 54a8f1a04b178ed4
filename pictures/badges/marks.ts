import type { BadgeKind } from "#domain/listings/badge.ts";

export type Ground = "tile" | "alone";

/** A picture on a grid of 32: what is filled, and what is drawn as a line. */
type Picture = { filled?: string; lines?: string; width?: number };

const SUN_COMING_UP: Picture = {
  filled: "M7.5 20.5a8.5 8.5 0 0 1 17 0z",
  lines: "M5 24.5h22M16 5.2v3.2M7 9l2.2 2.3M25 9l-2.2 2.3",
};
const SUN_UP: Picture = {
  filled: "M16 9.2a5.3 5.3 0 1 1 0 10.6a5.3 5.3 0 1 1 0-10.6z",
  lines:
    "M5 26h22M16 3.6v2.2M8.3 6.8l1.6 1.6M23.7 6.8l-1.6 1.6M5.2 14.5h2.2M26.8 14.5h-2.2M8.3 22.2l1.6-1.6M23.7 22.2l-1.6-1.6",
};
const STAR: Picture = {
  filled: "M16 5.2l3.3 6.9 7.5 1-5.5 5.2 1.4 7.5L16 22.2l-6.7 3.6 1.4-7.5-5.5-5.2 7.5-1z",
  lines: "M16 5.2l3.3 6.9 7.5 1-5.5 5.2 1.4 7.5L16 22.2l-6.7 3.6 1.4-7.5-5.5-5.2 7.5-1z",
  width: 1.6,
};
const CHECK: Picture = {
  lines: "M16 5.6a10.4 10.4 0 1 1 0 20.8a10.4 10.4 0 1 1 0-20.8zM11.2 16.4l3.4 3.4 6.4-7.2",
  width: 2.4,
};

const leaf = (x: number, y: number, tip: string): string => `M${x} ${y}q${tip}z`;
const LAUREL = [
  // The left branch, from the bottom up; each leaf is a lens from its stalk to its tip and back.
  leaf(12.6, 26.2, "-3.6 1.2-5.6-1.6q3.2-1.6 5.6 1.6"),
  leaf(8.9, 23.2, "-3.6.2-4.6-3.2q3.6-.4 4.6 3.2"),
  leaf(6.7, 18.8, "-3.2-1-2.9-4.5q3.2 1 2.9 4.5"),
  leaf(6.6, 13.7, "-2.1-2.4-.4-5.4q2 2.5.4 5.4"),
  leaf(19.4, 26.2, "3.6 1.2 5.6-1.6q-3.2-1.6-5.6 1.6"),
  leaf(23.1, 23.2, "3.6.2 4.6-3.2q-3.6-.4-4.6 3.2"),
  leaf(25.3, 18.8, "3.2-1 2.9-4.5q-3.2 1-2.9 4.5"),
  leaf(25.4, 13.7, "2.1-2.4.4-5.4q-2 2.5-.4 5.4"),
].join("");
const NUMERALS: Record<1 | 2 | 3, string> = {
  1: "M13.3 10.4l3.4-2.6v13",
  2: "M12.3 11.2a3.7 3.7 0 1 1 6.6 2.4c-1.1 1.4-6.4 7-6.4 7h7.3",
  3: "M12.3 8h6.7l-3.8 4.7a4.05 4.05 0 1 1-3.4 6.3",
};

const pictureOf = (kind: BadgeKind, place: 1 | 2 | 3): Picture => {
  switch (kind) {
    case "listed":
      return SUN_COMING_UP;
    case "launched":
      return SUN_UP;
    case "featured":
      return STAR;
    case "verified":
      return CHECK;
    case "launch_of_the_week":
      return { filled: LAUREL, lines: NUMERALS[place], width: 2.6 };
  }
};

/** The mark of a kind, in a box of `size` at (x, y). */
export function drawMark(
  kind: BadgeKind,
  {
    x,
    y,
    size,
    ground,
    place = 1,
  }: { x: number; y: number; size: number; ground: Ground; place?: 1 | 2 | 3 | undefined },
): string {
  const { filled, lines, width = 2.2 } = pictureOf(kind, place);
  const fill = ground === "tile" ? `class="on-tile"` : `class="mark"`;
  const stroke = ground === "tile" ? `class="on-tile-stroke"` : `class="stroke"`;
  return [
    `<g transform="translate(${x} ${y}) scale(${Math.round((size / 32) * 1e4) / 1e4})">`,
    filled && `<path d="${filled}" ${fill}/>`,
    lines &&
      `<path d="${lines}" ${stroke} fill="none" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`,
    "</g>",
  ]
    .filter(Boolean)
    .join("");
}
