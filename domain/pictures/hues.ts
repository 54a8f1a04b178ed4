import { given } from "../text/given.ts";

/** Logo colors of listings. The style sheet has a class for each: `hue-teal`. */
export const HUES = [
  "teal",
  "amber",
  "violet",
  "blue",
  "rose",
  "green",
  "navy",
  "indigo",
  "maroon",
  "copper",
  "gold",
] as const;
export type Hue = (typeof HUES)[number];

export function hueOfText(text: string): Hue {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
  return given(HUES[sum % HUES.length]);
}

/** Upper angle on the color wheel for each hue, for light and dark colors. */
const WHEEL: readonly (readonly [upTo: number, light: Hue, dark: Hue])[] = [
  [12, "rose", "maroon"],
  [28, "amber", "copper"],
  [42, "amber", "copper"],
  [68, "gold", "gold"],
  [160, "green", "green"],
  [196, "teal", "teal"],
  [228, "blue", "navy"],
  [252, "indigo", "navy"],
  [292, "violet", "indigo"],
  [360, "rose", "maroon"],
];
/** Colors below this lightness are dark; orange turns brown earlier. */
const DARK = 0.24;
const BROWN = 0.36;
const STEP = 12;
const LEAST = 0.02;

/** The dominant hue; undefined for gray pictures. `pixels` are RGBA. */
export function hueOfPixels(pixels: Uint8ClampedArray): Hue | undefined {
  const bins = Array.from({ length: 360 / STEP }, () => ({ weight: 0, angle: 0, lightness: 0 }));
  let total = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const { angle, saturation, lightness } = toHsl(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    // Color near black and white is invisible.
    const weight = saturation * (1 - Math.abs(2 * lightness - 1));
    if (weight < 0.1) continue;
    const bin = given(bins[Math.floor(angle / STEP) % bins.length]);
    bin.weight += weight;
    bin.angle += weight * angle;
    bin.lightness += weight * lightness;
    total += weight;
  }
  if (total < LEAST * (pixels.length / 4)) return undefined;
  const { weight, angle, lightness } = bins.reduce((most, bin) => (bin.weight > most.weight ? bin : most));
  const [, light, dark] = WHEEL.find(([upTo]) => angle / weight <= upTo) ?? given(WHEEL.at(-1));
  return lightness / weight < (dark === "copper" ? BROWN : DARK) ? dark : light;
}

function toHsl(red: number, green: number, blue: number) {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [range, lightness] = [most - least, (most + least) / 510];
  const saturation = range === 0 ? 0 : range / 255 / (1 - Math.abs(2 * lightness - 1));
  const sixth =
    range === 0
      ? 0
      : most === red
        ? ((green - blue) / range + 6) % 6
        : most === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4;
  return { angle: sixth * 60, saturation, lightness };
}
