import { createRequire } from "node:module";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { cleanText } from "#domain/text/text.ts";

// The one table of the package that is needed, once it is: all of them take 6 MB of memory.
const load = createRequire(import.meta.url);
const table = once((): number[][] => load("anafanafo/data/helvetica-11px-bold.json"));

/** Fonts of the same widths on nearly every system, which match our width table. */
export const FONT = "Helvetica,Arial,'Liberation Sans',Arimo,sans-serif";

export type Weight = "bold" | "regular";
export type Line = { text: string; size: number; width: number; weight: Weight };

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const PILED =
  /([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{2})[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+/g;

export const oneLine = (text: string): string =>
  cleanText(text.replace(/\p{Cs}/gu, ""))
    .replace(/\s+/g, " ")
    .replace(/(?![\u200c\u200d])\p{C}/gu, "")
    .replace(PILED, "$1")
    .trim();

const graphemes = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));
const split = (text: string): string[] => Array.from(graphemes().segment(text), ({ segment }) => segment);

const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}/u;
const UNSEEN = /[\p{Mn}\p{Me}\p{Variation_Selector}\u200c\u200d]/u;
const SQUARE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const SLENDER = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}]/u;

const TABLE_SIZE = 11;

function knownEms(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  const widths = table();
  let [low, high] = [0, widths.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (given(given(widths[middle])[0]) <= code) low = middle;
    else high = middle - 1;
  }
  const [first = 0, last = 0, width = 0] = widths[low] ?? [];
  return first <= code && code <= last ? width / TABLE_SIZE : undefined;
}

/** Widths of unknown scripts are estimated; `textLength` then enforces the estimate. */
function emsOf(character: string): number {
  if (UNSEEN.test(character)) return 0;
  if (SQUARE.test(character)) return 1;
  return knownEms(character) ?? (SLENDER.test(character) ? 0.58 : 0.8);
}

/** The regular weight is that much narrower than the bold one, for which there is a table. */
const REGULAR = 0.92;

const clusterEms = (cluster: string): number =>
  EMOJI.test(cluster) ? 1.3 : [...cluster].reduce((sum, character) => sum + emsOf(character), 0);

const ELLIPSIS = "…";

const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Puts the ellipsis after right-to-left text on its left. */
const RIGHT_TO_LEFT_MARK = "\u200f";

/**
 * A line no wider than `max`: first it shrinks, down to `smallest`, then it ends in an ellipsis.
 * Without `smallest` it keeps its size.
 */
export function fitLine(
  text: string,
  max: number,
  { size, smallest = size, weight = "bold" }: { size: number; smallest?: number; weight?: Weight },
): Line {
  const clusters = split(text);
  const ems = clusters.map(clusterEms);
  const narrowed = weight === "bold" ? 1 : REGULAR;
  const line = (shown: string, shownEms: number, shownSize: number): Line => ({
    text: shown,
    size: shownSize,
    weight,
    width: Math.min(shownEms * narrowed * shownSize, max),
  });
  const full = ems.reduce((sum, width) => sum + width, 0);
  if (full * narrowed * size <= max) return line(text, full, size);
  const shrunk = Math.floor((max * 10) / (full * narrowed)) / 10;
  if (shrunk >= smallest) return line(text, full, shrunk);

  const dots = emsOf(ELLIPSIS);
  let count = clusters.length;
  let left = full;
  while (count > 0 && (left + dots) * narrowed * smallest > max) left -= given(ems[--count]);
  // No gap before the ellipsis.
  while (clusters[count - 1] === " ") left -= given(ems[--count]);
  const shown = `${clusters.slice(0, count).join("")}${ELLIPSIS}`;
  return line(RIGHT_TO_LEFT.test(text) ? shown + RIGHT_TO_LEFT_MARK : shown, left + dots, smallest);
}
