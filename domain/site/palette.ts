/** One accent in, a whole readable palette out. Lightness and chroma in OKLCH; hues stay. */
export const TOKENS = [
  "paper",
  "card",
  "sunk",
  "line",
  "accent-soft",
  "ink",
  "muted",
  "field",
  "accent",
  "on-accent",
  "accent-text",
  "accent-edge",
  "good-soft",
  "good",
  "warn-soft",
  "warn",
  "bad-soft",
  "bad",
  "star",
] as const;
/** Colors by token, as hex. */
export type Palette = Record<(typeof TOKENS)[number], string>;

type Ground = "paper" | "card" | "sunk" | "line";
type Tint = { hue?: number; chroma?: number; lightness?: Partial<Record<Ground, number>> };
/** What a theme gives its grounds. Absent values follow the accent. */
export type Grounds = { light?: Tint; dark?: Tint };

type Triple = readonly [number, number, number];

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);
const rgbOf = (hex: string): Triple => {
  const part = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [part(1), part(3), part(5)];
};

/** OKLCH to linear RGB, whose parts lie outside of 0 to 1 where screens have no such color. */
function rgbFrom(lightness: number, chroma: number, hue: number): Triple {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** A color as hex. Where screens cannot show it, chroma gives way; lightness and hue stay. */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  const light = Math.min(1, Math.max(0, lightness));
  const fits = (some: number) => rgbFrom(light, some, hue).every((part) => part > -0.0005 && part < 1.0005);
  let [low, high] = fits(chroma) ? [chroma, chroma] : [0, chroma];
  for (let step = 0; step < 14 && low < high; step++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  const digits = (part: number) => Math.round(255 * gamma(Math.min(1, Math.max(0, part))));
  return `#${rgbFrom(light, low, hue)
    .map((part) => digits(part).toString(16).padStart(2, "0"))
    .join("")}`;
}

/** Lightness, chroma and hue. */
export function lchOf(hex: string): Triple {
  const [red, green, blue] = rgbOf(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), hue];
}

function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const LIGHTNESS = {
  light: { paper: 0.985, card: 1, sunk: 0.955, line: 0.895 },
  dark: { paper: 0.165, card: 0.21, sunk: 0.255, line: 0.33 },
} as const;
/** Below this an accent is a gray, and so are its grounds. */
const GRAY = 0.02;
const NIGHT = "#140f14";
const WHITE = "#ffffff";
const MEANINGS = [
  ["good", 155, 0.12],
  ["warn", 75, 0.12],
  ["bad", 25, 0.17],
] as const;

export function paletteOf(accent: string, mode: "light" | "dark", grounds: Grounds = {}): Palette {
  const isDark = mode === "dark";
  const [light, chroma, hue] = lchOf(accent);
  const tint = { ...grounds.light, ...grounds[mode] };
  const groundHue = tint.hue ?? hue;
  const groundChroma = grounds.light?.chroma ?? (chroma < GRAY ? 0 : 0.006);
  const darkChroma = grounds.dark?.chroma ?? groundChroma * 2.2;
  const lightness = { ...LIGHTNESS[mode], ...grounds[mode]?.lightness };
  const step = isDark ? 0.01 : -0.01;

  const ground = (name: Ground): string => {
    const share = name === "paper" ? 1 : name === "card" && lightness.card === 1 ? 0 : 1.6;
    return hexOf(lightness[name], isDark ? darkChroma : groundChroma * share, groundHue);
  };
  /** Walks away in lightness until every ground is far enough. */
  const reach = (from: number, c: number, h: number, all: readonly string[], least: number): string => {
    for (let now = from; now > 0 && now < 1; now += step) {
      const hex = hexOf(now, c, h);
      if (all.every((one) => contrast(hex, one) >= least)) return hex;
    }
    return isDark ? WHITE : "#000000";
  };

  const [paper, card, sunk, line] = [ground("paper"), ground("card"), ground("sunk"), ground("line")];
  const soft = hexOf(isDark ? 0.29 : 0.945, Math.min(chroma, isDark ? 0.06 : 0.04), hue);
  const all = [paper, card, sunk, soft];
  // The fill is the accent by day and night, and moves only if words on it would stay below 4.5.
  const words = contrast(accent, NIGHT) >= contrast(accent, WHITE) ? NIGHT : WHITE;
  let fill = hexOf(light, chroma, hue);
  for (let now = light; contrast(fill, words) < 4.5; fill = hexOf(now, chroma, hue))
    now += words === NIGHT ? 0.01 : -0.01;
  const text = reach(light, chroma, hue, all, 4.6);

  const meaning = MEANINGS.map(([name, h, c]) => {
    const behind = hexOf(isDark ? 0.28 : 0.95, isDark ? 0.045 : 0.035, h);
    return { [`${name}-soft`]: behind, [name]: reach(0.62, c, h, [...all, behind], 4.6) };
  });
  return Object.assign(
    {
      ...{ paper, card, sunk, line, "accent-soft": soft },
      ink: hexOf(isDark ? 0.965 : 0.2, groundChroma * 2.5, groundHue),
      muted: reach(0.6, groundChroma * 3, groundHue, all, 4.9),
      field: reach(isDark ? 0.45 : 0.75, groundChroma * 3, groundHue, all, 3.1),
      ...{ accent: fill, "on-accent": words, "accent-text": text },
      "accent-edge": [paper, card, sunk].every((one) => contrast(fill, one) >= 3) ? fill : text,
      star: hexOf(isDark ? 0.82 : 0.72, 0.16, 80),
    },
    ...meaning,
  );
}
