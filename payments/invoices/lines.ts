import bidiFactory from "bidi-js";
import type { Font } from "fontkit";
import { given } from "#domain/text/given.ts";
import type { FontOf, Weight } from "./fonts.ts";

/** Text of one font and direction, in logical order. */
export type Run = { font: Font; text: string; width: number };
export type Line = { runs: Run[]; width: number };
export type TextStyle = { size: number; weight: Weight };

type Piece = { text: string; font: Font; level: number };

// CommonJS with a default export that Node unwraps.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });

export const plain = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\p{Z}\p{C}]+/gu, " ")
    .trim();

export const graphemesOf = (text: string): string[] =>
  Array.from(graphemes.segment(plain(text)), ({ segment }) => segment);

const named = (grapheme: string): string =>
  Array.from(grapheme, (one) => `[U+${one.codePointAt(0)?.toString(16).toUpperCase()}]`).join("");

const isRtl = (text: string): boolean =>
  Array.from(text).some((character) => ["R", "AL"].includes(bidi.getBidiCharTypeName(character)));

/** Breaks text into lines of at most `width` points, within a word only if necessary. */
export function breakLines(text: string, { size, weight }: TextStyle, width: number, fontOf: FontOf): Line[] {
  const measured = (pieces: Piece[]): Line => {
    const runs = visualRuns(pieces).map((run) => ({ ...run, width: widthOf(run, size) }));
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
  };
  const roomOf = (pieces: Piece[]): number => measured(pieces).width;
  const lines: Piece[][] = [];
  let current: Piece[] = [];
  // Summed by word, because laying out the line for each word is slow.
  let used = 0;
  const feed = (): void => {
    if (current.length) lines.push(trimmed(current));
    current = [];
    used = 0;
  };
  const put = (pieces: Piece[], room: number): void => {
    current.push(...pieces);
    used += room;
  };
  for (const unit of unitsOf(plain(text), weight, fontOf)) {
    const isSpace = unit.every(({ text: only }) => only === " ");
    const room = roomOf(unit);
    if (isSpace) {
      if (current.length) put(unit, room);
      continue;
    }
    if (used + room > width) feed();
    if (room <= width) put(unit, room);
    else
      for (const piece of unit) {
        const own = roomOf([piece]);
        if (used + own > width) feed();
        put([piece], own);
      }
  }
  feed();
  return lines.map(measured);
}

const advances = new WeakMap<Font, Map<string, number>>();

function widthOf({ font, text }: { font: Font; text: string }, size: number): number {
  const known = advances.get(font) ?? new Map<string, number>();
  advances.set(font, known);
  const advance = known.get(text) ?? font.layout(text).advanceWidth;
  known.set(text, advance);
  return (advance / font.unitsPerEm) * size;
}

function trimmed(pieces: Piece[]): Piece[] {
  const last = pieces.findLastIndex(({ text }) => text !== " ");
  return pieces.slice(0, last + 1);
}

const OPENING = /^[\p{Ps}\p{Pi}]/u;

/** Unbreakable units: words with adjacent brackets and punctuation. */
function unitsOf(text: string, weight: Weight, fontOf: FontOf): Piece[][] {
  const { levels } = bidi.getEmbeddingLevels(text, "auto");
  const units: Piece[][] = [];
  for (const { segment, index, isWordLike } of words.segment(text)) {
    const pieces = Array.from(graphemes.segment(segment), ({ segment: one, index: at }) => {
      const font = fontOf(one, weight);
      const level = levels[index + at] ?? 0;
      return font ? { text: one, font, level } : { text: named(one), font: given(fontOf("U", weight)), level };
    });
    const before = units.at(-1);
    const last = before?.at(-1)?.text ?? " ";
    const follows = !isWordLike && segment !== " " && !OPENING.test(segment) && last !== " ";
    if (before && (follows || (OPENING.test(last) && segment !== " "))) before.push(...pieces);
    else units.push(pieces);
  }
  return units;
}

/** Rules L2 and L4 of UAX #9: reverses higher levels and mirrors brackets. */
function visualRuns(pieces: Piece[]): { font: Font; text: string }[] {
  const runs: { font: Font; level: number; texts: string[] }[] = [];
  for (const { text, font, level } of pieces) {
    const last = runs.at(-1);
    if (last?.font === font && last.level === level) last.texts.push(text);
    else runs.push({ font, level, texts: [text] });
  }
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < runs.length; start++) {
      if (given(runs[start]).level < level) continue;
      let end = start;
      while ((runs[end + 1]?.level ?? -1) >= level) end++;
      runs.splice(start, end - start + 1, ...runs.slice(start, end + 1).reverse());
      start = end;
    }
  }
  return runs.map(({ font, level, texts }) => {
    if (level % 2 === 0) return { font, text: texts.join("") };
    const mirrored = texts.map((text) => bidi.getMirroredCharacter(text) ?? text);
    // The font's layout reverses right-to-left letters, but not spaces and signs alone.
    return { font, text: (isRtl(texts.join("")) ? mirrored : mirrored.reverse()).join("") };
  });
}
