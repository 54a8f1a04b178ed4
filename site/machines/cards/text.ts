import type { FontPair } from "#domain/site/fonts.ts";
import { given } from "#domain/text/given.ts";
import type { Line } from "#payments/invoices/lines.ts";
import { type Break, breaker, type Face, type Letters, lettersOf } from "./fonts.ts";

type Place = { x: number; y: number; width: number; fill: string; face: Face; isCentred?: boolean };
/** The largest size whose text fits into so many lines is taken, without breaking a word. */
export type Fit = { size: number; most: number };

/** Lines of text as paths, with the height that they take from `y` downwards. */
export type Drawn = { svg: string; height: number; width: number; lines: number };

const LEADING = 1.12;
const TEXT_LEADING = 1.28;

export type Pen = (text: string, place: Place, fits: readonly Fit[]) => Promise<Drawn>;

/** Draws glyphs as paths, so that every picture has the same letters wherever it is drawn. */
export const penOf = (fonts: FontPair): Pen => {
  const letters = lettersOf(fonts);
  return (text, place, fits) => drawText(text, place, fits, letters);
};

async function drawText(text: string, place: Place, fits: readonly Fit[], letters: Promise<Letters>): Promise<Drawn> {
  const breaking = (some: string, face: Face): Promise<Break> => breaker(some, face, letters);
  const { x, y, width, fill, face, isCentred } = place;
  const [whole, words] = [
    await breaking(text, face),
    await Promise.all(wordsOf(text).map((word) => breaking(word, face))),
  ];
  const isFitting = ({ size, most }: Fit): boolean =>
    whole({ size, width, most: 99 }).length <= most &&
    words.every((word) => word({ size, width, most: 99 }).length <= 1);
  const { size, most } = fits.find(isFitting) ?? given(fits.at(-1));
  const lines = whole({ size, width, most });
  const leading = size * (face === "display" ? LEADING : TEXT_LEADING);
  const svg = lines.map((line, index) => {
    const left = isCentred ? x + (width - line.width) / 2 : x;
    return drawLine(line, size, left, y + size * 0.82 + index * leading);
  });
  return {
    svg: `<g fill="${fill}">${svg.join("")}</g>`,
    height: lines.length && size + (lines.length - 1) * leading,
    width: Math.max(0, ...lines.map((line) => line.width)),
    lines: lines.length,
  };
}

const wordsOf = (text: string): string[] => [...new Set(text.split(/\s+/).filter((word) => word.length > 8))];

function drawLine({ runs }: Line, size: number, left: number, baseline: number): string {
  let x = left;
  return runs
    .map(({ font, text, width }) => {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(text);
      let at = 0;
      const paths = glyphs.map((glyph, index) => {
        const { xAdvance, xOffset, yOffset } = given(positions[index]);
        const from = at + xOffset;
        at += xAdvance;
        const outline = glyph.path.toSVG();
        return outline && `<path transform="translate(${from} ${yOffset})" d="${outline}"/>`;
      });
      const group = `<g transform="translate(${x.toFixed(1)} ${baseline.toFixed(1)}) scale(${scale} ${-scale})">${paths.join("")}</g>`;
      x += width;
      return group;
    })
    .join("");
}
