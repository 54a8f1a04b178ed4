import { readShippedText } from "#core/runtime/shipped.ts";
import type { Hue } from "#domain/pictures/hues.ts";
import type { Mark } from "./card.ts";
import { drawText } from "./text.ts";

const TOKENS = readShippedText("./site/public/style/tokens.css");
export function coloursOf(hue: Hue): { hue: string; tint: string } {
  const [, found, tint] =
    new RegExp(`\\.hue-${hue} \\{\\s*--hue: light-dark\\((#\\w+),.*\\s*--tint: light-dark\\((#\\w+),`).exec(TOKENS) ??
    [];
  if (!found || !tint) throw new Error(`tokens.css has no hue ${hue}.`);
  return { hue: found, tint };
}

export const SKY =
  `<defs><linearGradient id="sky" x1="0" y1="0" x2=".75" y2="1"><stop stop-color="#1c1040"/><stop ` +
  `offset=".42" stop-color="#7a1f6a"/><stop offset=".72" stop-color="#f0562e"/><stop offset="1" ` +
  `stop-color="#ffc45c"/></linearGradient><linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop ` +
  `stop-color="#150b30"/><stop offset=".5" stop-color="#4a1560"/><stop offset=".85" stop-color="#e0584a"/><stop ` +
  `offset="1" stop-color="#ffb56b"/></linearGradient><radialGradient id="sun"><stop stop-color="#fff3da"/><stop ` +
  `offset=".32" stop-color="#ffc873"/><stop offset="1" stop-color="#ff7a2f" stop-opacity="0"/></radialGradient></defs>`;
export const WIDE_SKY = `<rect width="1200" height="630" fill="url(#sky)"/><circle cx="900" cy="470" r="430" fill="url(#sun)"/>`;
export const NIGHT_SKY = `<rect width="1200" height="630" fill="url(#night)"/><circle cx="600" cy="660" r="420" fill="url(#sun)"/>`;
export const HILLS = `<path d="M0 560c240-40 420 10 640-16s380-30 560-6v92H0z" fill="#160c2e"/>`;

export type Copies = ReadonlyMap<string, string>;

let shapes = 0;
export function clipped(x: number, y: number, width: number, height: number, radius: number, inner: string): string {
  const id = `clip${shapes++}`;
  return (
    `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/></clipPath><g ` +
    `clip-path="url(#${id})">${inner}</g>`
  );
}

type Box = { x: number; y: number; width: number; height: number };

export function drawCopy(copy: string, box: Box, align: "xMidYMid" | "xMidYMin"): string {
  const attributes = (all: Record<string, string | number>): string =>
    Object.entries(all)
      .map(([name, value]) => `${name}="${value}"`)
      .join(" ");
  return `<rect ${attributes({ ...box, fill: "#fff" })}/><image ${attributes({
    ...box,
    preserveAspectRatio: `${align} slice`,
    href: copy,
  })}/>`;
}

export async function drawMark(
  { name, hue, url, isRound }: Mark,
  copies: Copies,
  x: number,
  y: number,
  side: number,
): Promise<string> {
  const copy = url === null ? undefined : copies.get(url);
  const colours = coloursOf(hue);
  const inner = copy
    ? `${drawCopy(copy, { x, y, width: side, height: side }, "xMidYMid")}`
    : `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${isRound ? colours.tint : "#fff"}"/>${
        (
          await drawText(
            [...name.trim()][0]?.toUpperCase() ?? "",
            { x, y: y + side * 0.22, width: side, fill: colours.hue, face: "display", isCentred: true },
            [{ size: side * 0.56, most: 1 }],
          )
        ).svg
      }`;
  return clipped(x, y, side, side, isRound ? side / 2 : side * 0.24, inner);
}
