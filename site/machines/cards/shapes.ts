import { readShippedText } from "#core/runtime/shipped.ts";
import type { Hue } from "#domain/pictures/hues.ts";
import type { Mark } from "./card.ts";
import type { Ground } from "./grounds.ts";
import type { Pen } from "./text.ts";

const TOKENS = readShippedText("./site/public/style/tokens.css");
export function coloursOf(hue: Hue): { hue: string; tint: string } {
  const [, found, tint] =
    new RegExp(`\\.hue-${hue} \\{\\s*--hue: light-dark\\((#\\w+),.*\\s*--tint: light-dark\\((#\\w+),`).exec(TOKENS) ??
    [];
  if (!found || !tint) throw new Error(`tokens.css has no hue ${hue}.`);
  return { hue: found, tint };
}

/** What every part of a card is drawn with. `copies` are our copies of pictures as data URLs. */
export type Kit = { copies: ReadonlyMap<string, string>; pen: Pen; ground: Ground };

/** A PNG as an address within a picture. */
export const asData = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString("base64")}`;

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
  { copies, pen, ground }: Kit,
  x: number,
  y: number,
  side: number,
): Promise<string> {
  const copy = url === null ? undefined : copies.get(url);
  const colours = coloursOf(hue);
  const inner = copy
    ? `${drawCopy(copy, { x, y, width: side, height: side }, "xMidYMid")}`
    : `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${isRound || ground.isLight ? colours.tint : "#fff"}"/>${
        (
          await pen(
            [...name.trim()][0]?.toUpperCase() ?? "",
            { x, y: y + side * 0.22, width: side, fill: colours.hue, face: "display", isCentred: true },
            [{ size: side * 0.56, most: 1 }],
          )
        ).svg
      }`;
  return clipped(x, y, side, side, isRound ? side / 2 : side * 0.24, inner);
}
