import { create, type Font } from "fontkit";
import fontverter from "fontverter";
import subsetFont from "subset-font";
import { readShipped, readShippedText } from "#core/runtime/shipped.ts";

export type Weight = "regular" | "bold";

export type FontOf = (grapheme: string, weight: Weight) => Font | undefined;

function open(file: Buffer): Font {
  const font = create(file);
  if ("fonts" in font) throw new Error("The file has several fonts.");
  return font;
}

export type BaseFonts = Record<Weight, readonly Font[]>;

/**
 * Latin, Greek and Cyrillic. Drawing outlines needs separate instances: it makes fontkit lose the
 * mapping of "é" to letters, which PDFs need.
 */
export const openInter = (): BaseFonts => ({
  regular: [open(readShipped("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"))],
  bold: [open(readShipped("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"))],
});
const INTER = openInter();

export async function openWhole(name: string, wght?: number): Promise<Font> {
  const whole = await fontverter.convert(readShipped(name), "truetype");
  if (wght === undefined) return open(whole);
  const text = String.fromCodePoint(...open(whole).characterSet);
  return open(await subsetFont(whole, text, { targetFormat: "truetype", variationAxes: { wght } }));
}

const AXES: Record<Weight, Record<string, number>> = { regular: { wght: 400 }, bold: { wght: 600 } };

/** Fonts for other scripts; the first with a glyph wins. Han uses simplified Chinese forms. */
const FAMILIES = ["hebrew", "arabic", "devanagari", "thai", "sc", "kr"];
/** A pixel font for nearly all of Unicode's first plane, so that no empty box is shown. */
let lastResort: Promise<Font> | undefined;
const openLastResort = (): Promise<Font> =>
  // Uncompressed, because fontkit would decompress everything for each glyph.
  (lastResort ??= fontverter
    .convert(readShipped("@fontsource/unifontex/files/unifontex-latin-400-normal.woff2"), "truetype")
    .then(open));

type Part = { file: string; ranges: [number, number][] };

/** A family has one file per character range, listed as in CSS: U+0590-05FF,U+20AA. */
function partsOf(family: string): Part[] {
  const name = `noto-sans-${family}`;
  const listed: Record<string, string> = JSON.parse(readShippedText(`@fontsource-variable/${name}/unicode.json`));
  return Object.entries(listed).map(([key, ranges]) => ({
    file: `@fontsource-variable/${name}/files/${name}-${key.replace(/[[\]]/g, "")}-wght-normal.woff2`,
    ranges: ranges.split(",").map((range) => {
      const [from = "", to = from] = range.replace(/^U\+/i, "").split("-");
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    }),
  }));
}

let parts: Part[] | undefined;
const allParts = (): Part[] => (parts ??= FAMILIES.flatMap(partsOf));

const codePoints = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);
const isIn = ({ ranges }: Part, code: number): boolean => ranges.some(([from, to]) => code >= from && code <= to);
const draws = (font: Font, grapheme: string): boolean =>
  codePoints(grapheme).every((code) => font.hasGlyphForCodePoint(code));

const partsWith = (grapheme: string): Part[] =>
  allParts().filter((part) => codePoints(grapheme).every((code) => isIn(part, code)));

export async function fontsFor(used: Record<Weight, Iterable<string>>, base: BaseFonts = INTER): Promise<FontOf> {
  const fonts: Record<Weight, Font[]> = { regular: [...base.regular], bold: [...base.bold] };
  for (const weight of ["regular", "bold"] as const) {
    const cut = async (file: string, graphemes: string[]): Promise<void> => {
      const text = graphemes.join("");
      const font = await subsetFont(readShipped(file), text, {
        targetFormat: "truetype",
        variationAxes: AXES[weight],
      });
      const opened = open(font);
      // A font without glyphs has no glyph table.
      if (opened.numGlyphs > 1) fonts[weight].push(opened);
    };
    const isMissing = (grapheme: string): boolean => !fonts[weight].some((font) => draws(font, grapheme));
    let missing = [...new Set(used[weight])].filter(isMissing).sort();
    const candidates = new Map(missing.map((grapheme) => [grapheme, partsWith(grapheme)]));
    // Ranges include letters the files lack, so the next file is tried.
    for (let turn = 0; missing.length > 0; turn++) {
      const wanted = Map.groupBy(missing, (grapheme) => candidates.get(grapheme)?.[turn]);
      for (const [part, graphemes] of wanted) if (part) await cut(part.file, graphemes);
      missing = missing.filter(isMissing);
      if (![...wanted.keys()].some(Boolean)) break;
    }
    if (missing.length > 0) fonts[weight].push(await openLastResort());
  }
  return (grapheme, weight) => fonts[weight].find((font) => draws(font, grapheme));
}
