import type { BadgeKind, BadgeShape, BadgeSize } from "#domain/listings/badge.ts";
import type { Design } from "#domain/site/design.ts";
import { given } from "#domain/text/given.ts";
import { drawMark, type Ground } from "./marks.ts";
import { escapeMarkup, fitLine, type Line } from "./text.ts";

export type Inscription = {
  kind: BadgeKind;
  /** "Listed on", or "#1 Launch of the Week". */
  title: string;
  site: string;
  name: string | undefined;
  award: { place: 1 | 2 | 3; week: string } | undefined;
  /** The logo that replaces the mark of what needs no proof. */
  emblem: string | undefined;
};

/** The color of tiles, and how the site looks. */
type Style = { tile: string; design: Design };

export type Drawing = { width: number; height: number; body: string };
type Draw = (words: Inscription, style: Style, scale: number) => Drawing;

const SCALES: Record<BadgeSize, number> = { s: 0.84, m: 1, l: 1.4 };

const round = (value: number): number => Math.round(value * 100) / 100;

type Place = { x: number; y: number; colour: "ink" | "muted" | "mark"; anchor?: "middle" };

/** The length is fixed, so that a font with other widths cannot overflow. */
const write = ({ text, size, width, weight }: Line, { x, y, colour, anchor }: Place): string =>
  text === ""
    ? ""
    : `<text class="${colour}" x="${round(x)}" y="${round(y)}" font-size="${round(size)}"${weight === "bold" ? ` font-weight="700"` : ""}${
        anchor ? ` text-anchor="${anchor}"` : ""
      } textLength="${round(width)}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`;

const frame = (width: number, height: number, radius: number, attributes: string, stroke = 1): string =>
  `<rect x="${stroke / 2}" y="${stroke / 2}" width="${width - stroke}" height="${height - stroke}" rx="${round(radius)}" ` +
  `${attributes} stroke-width="${stroke}"/>`;

const CARD = `class="card edge"`;

type Box = { x: number; y: number; size: number };

const logoOf = ({ kind, emblem }: Inscription): string | undefined =>
  kind === "listed" || kind === "launched" ? emblem : undefined;

/** A mark on its tile, or the logo. `radius` in parts of the tile's side. */
const onTile = (words: Inscription, { tile }: Style, at: Box, radius = 0.25): string =>
  logoOf(words)
    ? mark(words, at, "tile")
    : `<rect x="${at.x}" y="${at.y}" width="${at.size}" height="${at.size}" rx="${round(at.size * radius)}" ` +
      `fill="${tile}"/>${mark(words, at, "tile")}`;

function mark(words: Inscription, at: Box, ground: Ground): string {
  const logo = logoOf(words);
  if (logo) return `<image x="${at.x}" y="${at.y}" width="${at.size}" height="${at.size}" href="${logo}"/>`;
  return drawMark(words.kind, { ...at, ground, place: words.award?.place });
}

/** The corners of a badge are those of the site, and at most its own. */
const corner = (most: number, scale: number, { corners }: Design): number => Math.min(most, corners.box) * scale;

/** "Debut · 16 Nov 2026" no wider than `max`; a long name is shortened, the date is not. */
function siteAndWeek({ site, award }: Inscription, max: number, size: number): Line {
  const week = ` · ${given(award).week}`;
  const style = { size, weight: "regular" } as const;
  const shortened = fitLine(site, max - fitLine(week, max, style).width, style).text;
  return fitLine(`${shortened}${week}`, max, style);
}

function twoLines(words: Inscription, scale: number, look: (at: { x: number; y: number; size: number }) => string) {
  const px = (value: number) => Math.round(value * scale);
  const height = px(52);
  const left = px(53);
  const max = px(310);
  const small = 11.5 * scale;
  const big = { size: 19 * scale, smallest: 13.5 * scale };
  const [above, below] = words.award
    ? [siteAndWeek(words, max, small), fitLine(words.title, max, big)]
    : [fitLine(words.title, max, { size: small, weight: "regular" }), fitLine(words.site, max, big)];
  const size = px(34);
  const inset = Math.round((height - size) / 2);
  return {
    width: Math.ceil(left + Math.max(above.width, below.width) + 15 * scale),
    height,
    body: [
      look({ x: inset, y: inset, size }),
      write(above, { x: left, y: 21 * scale, colour: "muted" }),
      write(below, { x: left, y: 40 * scale, colour: "ink" }),
    ].join(""),
  };
}

const standard: Draw = (words, style, scale) => {
  const { width, height, body } = twoLines(words, scale, (at) => onTile(words, style, at));
  return { width, height, body: frame(width, height, corner(11, scale, style.design), CARD) + body };
};

const outline: Draw = (words, { design }, scale) => {
  const { width, height, body } = twoLines(words, scale, ({ x, y, size }) =>
    mark(words, { x: x - 2, y: y - 2, size: size + 4 }, "alone"),
  );
  return {
    width,
    height,
    body: frame(width, height, corner(11, scale, design), `class="stroke" fill="none"`, 1.5) + body,
  };
};

const pill: Draw = (words, style, scale) => {
  const px = (value: number) => Math.round(value * scale);
  const height = px(32);
  const size = height - 2 * px(5);
  const left = px(34);
  const max = px(250);
  const text = 13 * scale;
  const quiet = { size: text, weight: "regular" } as const;
  const [first, second] = words.award
    ? ([fitLine(words.title, max, { size: text }), siteAndWeek(words, max, text)] as const)
    : ([fitLine(words.title, max, quiet), fitLine(words.site, max, { size: text })] as const);
  const middle = left + first.width + 5 * scale;
  const width = Math.ceil(middle + second.width + 14 * scale);
  const y = 20.6 * scale;
  return {
    width,
    height,
    body: [
      frame(width, height, height / 2, CARD),
      onTile(words, style, { x: px(5), y: px(5), size }, 0.5),
      write(first, { x: left, y, colour: words.award ? "ink" : "muted" }),
      write(second, { x: middle, y, colour: words.award ? "muted" : "ink" }),
    ].join(""),
  };
};

function sunrise(x: number, height: number, scale: number): string {
  const foot = height - 1;
  const reach = (from: number, to: number, degrees: number): string => {
    const [across, up] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const point = (radius: number) => `${round(x + across * radius * scale)} ${round(foot - up * radius * scale)}`;
    return `M${point(from)}L${point(to)}`;
  };
  const radius = round(30 * scale);
  const rays = [22, 56, 90, 124, 158].map((degrees) => reach(41, 53, degrees)).join("");
  return (
    `<path class="glow" d="M${round(x - radius)} ${foot}a${radius} ${radius} 0 0 1 ${2 * radius} 0z"/><path ` +
    `class="beam" d="${rays}" fill="none" stroke-width="${round(6 * scale)}" stroke-linecap="round"/>`
  );
}

const banner: Draw = (words, style, scale) => {
  const px = (value: number) => Math.round(value * scale);
  const [width, height] = [px(340), px(84)];
  const left = px(84);
  const max = width - left - px(18);
  const { title, site, name, award } = words;
  const big = { size: 21 * scale, smallest: 15 * scale };
  const small = 12.5 * scale;
  const at = (line: Line, y: number, colour: Place["colour"]) => write(line, { x: left, y: y * scale, colour });
  const quiet = (text: string) => fitLine(text, max, { size: small, weight: "regular" });
  const lines = award
    ? name
      ? [
          at(fitLine(name, max, { size: 18 * scale, smallest: 14 * scale }), 31, "ink"),
          at(fitLine(title, max, { size: 13.5 * scale }), 50, "mark"),
          at(siteAndWeek(words, max, 11.5 * scale), 67, "muted"),
        ]
      : [at(fitLine(title, max, big), 41, "ink"), at(siteAndWeek(words, max, small), 61, "muted")]
    : name
      ? [at(fitLine(name, max, big), 41, "ink"), at(quiet(`${title} ${site}`), 61, "muted")]
      : [at(quiet(title), 34, "muted"), at(fitLine(site, max, big), 58, "ink")];
  return {
    width,
    height,
    body: [
      frame(width, height, corner(14, scale, style.design), CARD),
      style.design.scene === "sunrise" ? sunrise(width - 68 * scale, height, scale) : "",
      onTile(words, style, { x: px(18), y: px(18), size: height - 2 * px(18) }),
      ...lines,
    ].join(""),
  };
};

const square: Draw = (words, style, scale) => {
  const px = (value: number) => Math.round(value * scale);
  const side = px(132);
  const max = side - 2 * px(10);
  const { title, site, name, award } = words;
  const size = px(44);
  const at = (line: Line, y: number, colour: Place["colour"]) =>
    write(line, { x: side / 2, y: y * scale, colour, anchor: "middle" });
  const quiet = (text: string) => fitLine(text, max, { size: 11 * scale, weight: "regular" });
  const big = (text: string) => fitLine(text, max, { size: 17 * scale, smallest: 12 * scale });
  const lines = award
    ? [
        at(fitLine(title, max, { size: 12 * scale, smallest: 9 * scale }), 82, "mark"),
        at(big(name ?? site), 102, "ink"),
        at(name ? siteAndWeek(words, max, 10.5 * scale) : quiet(award.week), 118, "muted"),
      ]
    : name
      ? [at(quiet(title), 82, "muted"), at(big(site), 101, "ink"), at(quiet(name), 118, "muted")]
      : [at(quiet(title), 88, "muted"), at(big(site), 109, "ink")];
  return {
    width: side,
    height: side,
    body: [
      frame(side, side, corner(16, scale, style.design), CARD),
      onTile(words, style, { x: Math.round((side - size) / 2), y: px(name || award ? 17 : 20), size }),
      ...lines,
    ].join(""),
  };
};

const SHAPES: Record<BadgeShape, Draw> = { standard, outline, pill, banner, square };

/** The size depends on site, kind and award, not on the listing's name: embedded badges keep it. */
export const drawShape = (shape: BadgeShape, size: BadgeSize, words: Inscription, style: Style): Drawing =>
  SHAPES[shape](words, style, SCALES[size]);
