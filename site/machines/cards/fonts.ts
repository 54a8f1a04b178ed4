import type { Font } from "fontkit";
import { type Family, type FontPair, fontFile } from "#domain/site/fonts.ts";
import { given } from "#domain/text/given.ts";
import { type BaseFonts, fontsFor, openInter, openWhole } from "#payments/invoices/fonts.ts";
import { breakLines, graphemesOf, type Line } from "#payments/invoices/lines.ts";

/** Headings, text, and text that stands out. Other scripts have the fonts of invoices. */
export type Face = "display" | "text" | "strong";

export type Letters = Record<"display" | "text", BaseFonts>;

const RANGES = ["latin", "latin-ext"];
const WEIGHTS = { regular: 500, bold: 700 };
const INTER = openInter();

/** The files of a family with the face that is nearest to a weight; none for the fonts of a visitor's system. */
async function filesOf(family: Family | undefined, weight: number): Promise<Font[]> {
  if (!family) return [];
  const upright = family.faces.filter(([, file]) => !file.endsWith("italic"));
  const [span = "", file] = given(upright.toSorted(([one], [other]) => far(one, weight) - far(other, weight))[0]);
  const fonts: Font[] = [];
  for (const range of RANGES) {
    const isVariable = span.includes(" ");
    fonts.push(await openWhole(fontFile(family, range, file), isVariable ? weight : undefined));
  }
  return fonts;
}
const far = (span: string, weight: number): number => (span.includes(" ") ? 0 : Math.abs(Number(span) - weight));

const opened = new Map<string, Promise<Letters>>();
export const lettersOf = (fonts: FontPair): Promise<Letters> =>
  opened.getOrInsertComputed(JSON.stringify(fonts), async () => {
    const { regular, bold } = INTER;
    const display = [...(await filesOf(fonts.head, fonts.weight)), ...bold];
    return {
      display: { regular: display, bold: display },
      text: {
        regular: [...(await filesOf(fonts.text, WEIGHTS.regular)), ...regular],
        bold: [...(await filesOf(fonts.text, WEIGHTS.bold)), ...bold],
      },
    };
  });

/** Text in at most `most` lines no wider than `width`. If cut, the last ends with an ellipsis. */
export type Break = (style: { size: number; width: number; most: number }) => Line[];

/** A word is left out rather than cut, unless that would lose more letters than this. */
const LONGEST_HALF = 15;

/** Emoji, and letters that no font has, are left out. */
export async function breaker(text: string, face: Face, letters: Promise<Letters>): Promise<Break> {
  const weight = face === "text" ? "regular" : "bold";
  const graphemes = graphemesOf(text.replace(/\p{RGI_Emoji}/gv, " "));
  const fonts = await letters;
  const used = { regular: [], bold: [], [weight]: [...graphemes, "…"] };
  const fontOf = await fontsFor(used, face === "display" ? fonts.display : fonts.text);
  const drawn = graphemes.filter((grapheme) => fontOf(grapheme, weight));
  return ({ size, width, most }) => {
    const lines = (count: number): Line[] => {
      const cut = count < drawn.length ? "…" : "";
      return breakLines(drawn.slice(0, count).join("").trimEnd() + cut, { size, weight }, width, fontOf);
    };
    let [fits, over] = [0, drawn.length + 1];
    // Usually all of it fits, so that is tried first.
    if (lines(drawn.length).length <= most) fits = drawn.length;
    else
      while (over - fits > 1) {
        const middle = (fits + over) >> 1;
        if (lines(middle).length <= most) fits = middle;
        else over = middle;
      }
    const space = fits < drawn.length ? drawn.lastIndexOf(" ", fits) : -1;
    return fits === 0 ? [] : lines(space > 0 && space > fits - LONGEST_HALF ? space : fits);
  };
}
