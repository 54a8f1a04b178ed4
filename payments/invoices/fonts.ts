import { create, type Font } from "fontkit";
import fontverter from "fontverter";
import subsetFont from "subset-font";
import { readShipped, readShippedText } from "../../core/shipped.ts";

export type Weight = "regular" | "bold";

/** The font for a grapheme, or undefined when no font has it. */
export type FontOf = (grapheme: string, weight: Weight) => Font | undefined;

const open = (file: Uint8Array): Font => create(file as Buffer) as Font;

/** Latin, Greek and Cyrillic. */
const BASE: Record<Weight, Font> = {
  regular: open(readShipped("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf")),
  bold: open(readShipped("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf")),
};
const AXES: Record<Weight, Record<string, number>> = { regular: { wght: 400 }, bold: { wght: 600 } };

/** Families for other scripts; the first that has a letter wins. Han uses its simplified Chinese forms. */
const FAMILIES = ["hebrew", "arabic", "devanagari", "thai", "sc", "kr"];
/** One pixelled glyph for nearly everything in Unicode's first plane: plain, but never an empty box. */
let lastResort: Promise<Font> | undefined;
const openLastResort = (): Promise<Font> =>
  // Uncompressed, because fontkit would decompress all glyphs again for each one.
  (lastResort ??= fontverter
    .convert(readShipped("@fontsource/unifontex/files/unifontex-latin-400-normal.woff2"), "truetype")
    .then(open));

type Part = { file: string; ranges: [number, number][] };

/** A family has one file for each range of characters, listed as in CSS: U+0590-05FF,U+20AA. */
function partsOf(family: string): Part[] {
  const name = `noto-sans-${family}`;
  const listed = JSON.parse(readShippedText(`@fontsource-variable/${name}/unicode.json`)) as object;
  return Object.entries(listed).map(([key, ranges]: [string, string]) => ({
    file: `@fontsource-variable/${name}/files/${name}-${key.replace(/[[\]]/g, "")}-wght-normal.woff2`,
    ranges: ranges.split(",").map((range) => {
      const [from, to = from] = range.replace(/^U\+/i, "").split("-");
      return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)];
    }),
  }));
}

let parts: Part[] | undefined;
const allParts = (): Part[] => (parts ??= FAMILIES.flatMap(partsOf));

const codePoints = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);
const isIn = ({ ranges }: Part, code: number): boolean => ranges.some(([from, to]) => code >= from && code <= to);
const draws = (font: Font, grapheme: string): boolean =>
  codePoints(grapheme).every((code) => font.hasGlyphForCodePoint(code));

/** Fonts that draw these graphemes, each with only the glyphs it needs. */
export async function fontsFor(used: Record<Weight, Iterable<string>>): Promise<FontOf> {
  const fonts: Record<Weight, Font[]> = { regular: [BASE.regular], bold: [BASE.bold] };
  for (const weight of ["regular", "bold"] as const) {
    const cut = async (file: string, graphemes: string[]): Promise<void> => {
      const text = graphemes.join("");
      const font = await subsetFont(readShipped(file), text, {
        targetFormat: "truetype",
        variationAxes: AXES[weight],
      });
      const opened = open(font);
      // The lists name letters that the files lack; a font without any has no glyph table either.
      if (opened.numGlyphs > 1) fonts[weight].push(opened);
    };
    const missing = [...new Set(used[weight])].filter((grapheme) => !draws(BASE[weight], grapheme)).sort();
    const wanted = new Map<Part, string[]>();
    for (const grapheme of missing) {
      const part = allParts().find((one) => codePoints(grapheme).every((code) => isIn(one, code)));
      if (part) wanted.set(part, [...(wanted.get(part) ?? []), grapheme]);
    }
    for (const [{ file }, graphemes] of wanted) await cut(file, graphemes);
    if (missing.some((grapheme) => !fonts[weight].some((font) => draws(font, grapheme))))
      fonts[weight].push(await openLastResort());
  }
  return (grapheme, weight) => fonts[weight].find((font) => draws(font, grapheme));
}
