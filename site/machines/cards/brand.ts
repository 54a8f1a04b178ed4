import { readShippedText } from "#core/runtime/shipped.ts";
import { type Brand, hasSun } from "#domain/site/brand.ts";
import { asData } from "./shapes.ts";
import { penOf } from "./text.ts";

export type LogoDrawing = (at: { x: number; y: number; size: number }) => string;

const SUN = readShippedText("./site/public/logo.svg");

/** The logo as SVG: the site's own, the sun of First light, or the first letter of the name. */
export async function logoOf({ siteName, design, logo }: Brand): Promise<LogoDrawing> {
  if (logo) {
    const url = asData(logo);
    return ({ x, y, size }) => `<image x="${x}" y="${y}" width="${size}" height="${size}" href="${url}"/>`;
  }
  if (hasSun(design.theme, logo))
    return ({ x, y, size }) => SUN.replace("<svg ", `<svg x="${x}" y="${y}" width="${size}" height="${size}" `);
  const { accent, "on-accent": fill } = design.palette.light;
  const place = { x: 0, y: 21, width: 100, fill, face: "display", isCentred: true } as const;
  const [letter = ""] = [...siteName.trim().toLocaleUpperCase()];
  const { svg } = await penOf(design.fonts)(letter, place, [{ size: 58, most: 1 }]);
  const radius = Math.min(50, 3 * design.corners.small);
  return ({ x, y, size }) =>
    `<g transform="translate(${x} ${y}) scale(${size / 100})"><rect width="100" height="100" rx="${radius}" fill="${accent}"/>${svg}</g>`;
}

/** How far the logo stands from the edges of an icon, in parts of its side. Masks cut off up to a fifth. */
const INSET = { any: 0, mask: 0.25 };
export type IconPurpose = keyof typeof INSET;

/** An icon as SVG. Icons for masks have a ground. */
export async function iconPicture(brand: Brand, size: number, purpose: IconPurpose): Promise<string> {
  const inset = INSET[purpose] * size;
  const drawing = await logoOf(brand);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
    (purpose === "mask" ? `<rect width="${size}" height="${size}" fill="${brand.design.palette.light.card}"/>` : "") +
    `${drawing({ x: inset, y: inset, size: size - 2 * inset })}</svg>`
  );
}
