import { hash } from "node:crypto";
import { readShipped } from "#core/runtime/shipped.ts";
import { type Family, FONTS, type FontPair, familiesOf, fontFile, fontStem } from "#domain/site/fonts.ts";
import { given } from "#domain/text/given.ts";
import { keysOf } from "#domain/text/keys.ts";

/** Letters of each file, as Fontsource cuts them. Browsers load a file only for letters on the page. */
const RANGES = {
  "latin-ext":
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2C60-2C7F,U+A720-A7FF",
  latin:
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
} as const;
type Range = keyof typeof RANGES;

type Font = { path: string; body: Buffer };
const fonts = new Map<string, Font>();

/** A file of a family. It is read once, when somebody needs it. */
function fontOf(family: Family, range: Range, face: string): Font {
  const stem = fontStem(family, range, face);
  return fonts.getOrInsertComputed(stem, () => {
    const body = readShipped(fontFile(family, range, face));
    return { body, path: `/assets/${stem}.${hash("sha256", body, "hex").slice(0, 12)}.woff2` };
  });
}

/** The file at an address, although another node or an earlier run has named it. */
export function fontAt(path: string): Buffer | undefined {
  for (const family of Object.values(FONTS).flatMap(familiesOf))
    for (const [, face] of family.faces)
      for (const range of keysOf(RANGES)) {
        if (!path.startsWith(`/assets/${fontStem(family, range, face)}.`)) continue;
        const font = fontOf(family, range, face);
        return font.path === path ? font.body : undefined;
      }
  return undefined;
}

/** What the first view needs: a face for headings, and one for text. */
export const preloadedFonts = ({ head, text }: FontPair): string[] =>
  [...new Set([head, text].filter((family) => family !== undefined))].map(
    (family) => fontOf(family, "latin", given(family.faces[0])[1]).path,
  );

function facesOf(family: Family): string {
  const { name, faces, like } = family;
  const [size, ascent, descent] = like;
  const rules = faces.flatMap(([weight, face]) =>
    keysOf(RANGES).map(
      (range) =>
        `@font-face{font-family:"${name}";src:url("${fontOf(family, range, face).path}") format("woff2");font-weight:${weight};${
          face.endsWith("italic") ? "font-style:italic;" : ""
        }font-display:swap;unicode-range:${RANGES[range]}}`,
    ),
  );
  return `${rules.join("\n")}
@font-face{font-family:"Before ${name}";src:local("Arial"),local("Liberation Sans"),local("Roboto");size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%}`;
}

export const fontFaces = (pair: FontPair): string => familiesOf(pair).map(facesOf).join("\n");

const SYSTEM = 'system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif';
/** The value of font-family. Fonts of the system follow, so that every script has one. */
export const stackOf = (family: Family | undefined): string =>
  family
    ? `"${family.name}","Before ${family.name}",${family.kind === "sans-serif" ? SYSTEM : `${family.kind},${SYSTEM}`}`
    : SYSTEM;
