import { hash } from "node:crypto";
import { type Design, designKey, designOf } from "#domain/site/design.ts";
import { TOKENS } from "#domain/site/palette.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { PILL } from "#domain/site/themes.ts";
import { fontFaces, stackOf } from "./fonts.ts";

type Chosen = Pick<SiteLook, "accent" | "theme">;

/** The faces and tokens of a design: colors, fonts, corners, density. */
function sheetOf({ palette: { light, dark }, companions, fonts, corners, density }: Design): string {
  const radius = (pixels: number) => (pixels === PILL ? "99rem" : `${pixels / 16}rem`);
  const tokens = {
    ...Object.fromEntries(
      TOKENS.map((token) => [
        token,
        light[token] === dark[token] ? light[token] : `light-dark(${light[token]},${dark[token]})`,
      ]),
    ),
    ...Object.fromEntries(companions.map((color, index) => [`mate-${index + 1}`, color])),
    head: stackOf(fonts.head),
    text: stackOf(fonts.text),
    ...(fonts.detail && { detail: stackOf(fonts.detail) }),
    "head-weight": fonts.weight,
    "head-track": `${fonts.track}em`,
    "head-line": fonts.line,
    r: radius(corners.box),
    rs: radius(corners.small),
    rb: radius(corners.button),
    d: density,
  };
  const written = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`);
  return `${fontFaces(fonts)}
:root{${written.join(";\n")}}
`;
}

type Sheet = { css: string; path: string };
const sheets = new WeakMap<Design, Sheet>();

/** The style sheet of a look. Its address holds all it is made from, so that every node can answer for it. */
export function lookSheet(look: Chosen): Sheet {
  return sheets.getOrInsertComputed(designOf(look), (design) => {
    const css = sheetOf(design);
    return { css, path: `/style/${designKey(look)}.css?v=${hash("sha256", css, "hex").slice(0, 12)}` };
  });
}
