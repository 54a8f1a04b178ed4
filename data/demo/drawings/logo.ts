import type { Hue } from "../../../domain/pictures/hues.ts";
import { paletteOf, type Tone } from "./hues.ts";

/**
 * The tone of the ground, and shapes on 96 by 96 units: a filled path "w:M0 0h9z", a line with its width "w6:M0 0h9", or a
 * circle "w@48,48,12".
 */
export type Logo = readonly string[];

const MARK = /^(?<tone>[kdmlpaw])(?<width>[\d.]*)(?<kind>[:@])(?<rest>.+)$/s;

export function drawLogo(hue: Hue, [ground, ...marks]: Logo): string {
  const colours = paletteOf(hue);
  const shapes = marks.map((mark) => {
    const { tone, width, kind, rest } = MARK.exec(mark)!.groups as Record<"tone" | "width" | "kind" | "rest", string>;
    const colour = colours[tone as Tone];
    if (kind === "@") {
      const [x, y, r] = rest.split(",");
      return `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
    }
    return width
      ? `<path d="${rest}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
      : `<path d="${rest}" fill="${colour}"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect ` +
    `width="96" height="96" fill="${colours[ground as Tone]}"/>${shapes.join("")}</svg>`
  );
}
