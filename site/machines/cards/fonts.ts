import type { Font } from "fontkit";
import { type BaseFonts, fontsFor, openInter, openWhole } from "#payments/invoices/fonts.ts";
import { breakLines, graphemesOf, type Line } from "#payments/invoices/lines.ts";
import { once } from "#pictures/pixels.ts";

/** Headings, text, and text that stands out. Other scripts have the fonts of invoices. */
export type Face = "display" | "text" | "strong";

const bricolage = (range: string): string =>
  `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${range}-800-normal.woff2`;
const figtree = (range: string): string => `@fontsource-variable/figtree/files/figtree-${range}-wght-normal.woff2`;
const RANGES = ["latin", "latin-ext"];

const loaded = once(async (): Promise<{ display: BaseFonts; text: BaseFonts }> => {
  const open = async (file: (range: string) => string, wght?: number): Promise<Font[]> => {
    const fonts: Font[] = [];
    for (const range of RANGES) fonts.push(await openWhole(file(range), wght));
    return fonts;
  };
  const inter = openInter();
  const display = [...(await open(bricolage)), ...inter.bold];
  const [regular, bold] = [await open(figtree, 500), await open(figtree, 700)];
  return {
    display: { regular: display, bold: display },
    text: { regular: [...regular, ...inter.regular], bold: [...bold, ...inter.bold] },
  };
});

/** Text in at most `most` lines no wider than `width`. If cut, the last ends with an ellipsis. */
export type Break = (style: { size: number; width: number; most: number }) => Line[];

/** A word is left out rather than cut, unless that would lose more letters than this. */
const LONGEST_HALF = 15;

/** Emoji, and letters that no font has, are left out. */
export async function breaking(text: string, face: Face): Promise<Break> {
  const weight = face === "text" ? "regular" : "bold";
  const graphemes = graphemesOf(text.replace(/\p{RGI_Emoji}/gv, " "));
  const fonts = await loaded();
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
