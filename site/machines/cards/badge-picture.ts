import { FONTS } from "#domain/site/fonts.ts";
import { penOf } from "./text.ts";

/** Texts of badges, as pictures/badges/shapes.ts writes them. */
const TEXT =
  /<text class="(\w+)" x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"( font-weight="700")?( text-anchor="middle")? textLength="([\d.]+)" lengthAdjust="spacingAndGlyphs">([^<]*)<\/text>/g;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const SCALE = 2;

/** A badge of two pixels for each of its own, with its text as paths: programs that draw SVG have no fonts. */
export async function badgePicture(svg: string): Promise<string> {
  const pen = penOf(FONTS.system);
  const parts: string[] = [];
  let end = 0;
  for (const found of svg.matchAll(TEXT)) {
    const [whole, tone, x = "", y = "", sizeText, bold, centred, length = "", text = ""] = found;
    const size = Number(sizeText);
    const words = text.replace(/&(#?\w+);/g, (entity, name) => ENTITIES[name] ?? entity);
    const place = { x: 0, y: -0.82 * size, width: 9999, fill: "inherit", face: bold ? "strong" : "text" } as const;
    const drawn = await pen(words, place, [{ size, most: 1 }]);
    const left = Number(x) - (centred ? Number(length) / 2 : 0);
    const squeeze = drawn.width > 0 ? Number(length) / drawn.width : 1;
    parts.push(
      svg.slice(end, found.index),
      `<g class="${tone}" transform="translate(${left} ${y}) scale(${squeeze} 1)">${drawn.svg}</g>`,
    );
    end = found.index + whole.length;
  }
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  return [...parts, svg.slice(end)]
    .join("")
    .replace(
      `width="${width}" height="${height}"`,
      `width="${SCALE * Number(width)}" height="${SCALE * Number(height)}"`,
    );
}
