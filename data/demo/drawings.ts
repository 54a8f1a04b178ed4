import { MAKERS, PRODUCTS } from "./catalogue.ts";
import { drawFace } from "./drawings/face.ts";
import { drawLogo } from "./drawings/logo.ts";
import { drawScreen } from "./drawings/screen.ts";

/** A picture of the demo: the address that its listing names, and its SVG, drawn when it is needed. */
export type Drawing = { url: string; shape: "square" | "wide"; draw: () => string };

export const logoUrl = (slug: string): string => `https://${slug}.example/drawn/logo.svg`;
export const faceUrl = (slug: string): string => `https://${slug}.example/drawn/face.svg`;
export const screenUrl = (slug: string, index: number): string =>
  `https://${slug}.example/drawn/screen-${index + 1}.svg`;

export const drawings = (): Drawing[] => [
  ...PRODUCTS.flatMap(({ slug, name, nav, hue, logo, screens }): Drawing[] => [
    { url: logoUrl(slug), shape: "square", draw: () => drawLogo(hue, logo) },
    ...screens.map((screen, index): Drawing => {
      // The typeface of drawings has no letters from right to left.
      const latin = /^[\p{Script=Latin}\P{L}]+$/u.test(name) ? name : slug[0]!.toUpperCase() + slug.slice(1);
      return {
        url: screenUrl(slug, index),
        shape: "wide",
        draw: () => drawScreen({ name: latin, nav, hue, logo }, screen),
      };
    }),
  ]),
  ...Object.entries(MAKERS).map(
    ([slug, { face }]): Drawing => ({ url: faceUrl(slug), shape: "square", draw: () => drawFace(face) }),
  ),
];
