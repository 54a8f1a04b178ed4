import type { Hue } from "../../../domain/pictures/hues.ts";

/** Colours of drawings, from dark to pale, with one that stands out. Names are those of the site's hues. */
export const HUES = {
  teal: { k: "#083d42", d: "#0b6f6a", m: "#21998c", l: "#5fd6c6", p: "#dcf5ef", a: "#ff8a5c" },
  amber: { k: "#5a2a05", d: "#94470a", m: "#d9801f", l: "#ffc06b", p: "#ffefd2", a: "#2b7a78" },
  violet: { k: "#2a1670", d: "#5a35d1", m: "#8463ee", l: "#b7a0ff", p: "#ece5ff", a: "#ffd166" },
  blue: { k: "#0a2870", d: "#0f3fb5", m: "#3f74ea", l: "#9cc0ff", p: "#dfeaff", a: "#ffb347" },
  rose: { k: "#6b0d31", d: "#b81a55", m: "#e0507f", l: "#ff9cbb", p: "#ffe4ec", a: "#2a9d8f" },
  green: { k: "#173f1a", d: "#2c6e2f", m: "#57a046", l: "#9be07a", p: "#e6f6d9", a: "#f2c14e" },
  navy: { k: "#061b3a", d: "#0a2d5e", m: "#2f5f9e", l: "#8fb4e3", p: "#e2ecf8", a: "#ffd166" },
  indigo: { k: "#1c1560", d: "#3a2fa0", m: "#6a5fd6", l: "#b3a8ff", p: "#e6e3ff", a: "#ff8fab" },
  maroon: { k: "#3d0719", d: "#6d1431", m: "#a83a57", l: "#ffb0a0", p: "#ffe8de", a: "#f4d58d" },
  copper: { k: "#4d260c", d: "#8a4a1d", m: "#bf7a3f", l: "#f2b580", p: "#ffead6", a: "#3d7ea6" },
  gold: { k: "#4a3400", d: "#8a6200", m: "#c79a1c", l: "#ffd15c", p: "#fff3cf", a: "#b5483a" },
} as const satisfies Record<Hue, unknown>;

/** A colour of the hue, or white. */
export type Tone = keyof (typeof HUES)["teal"] | "w";
export type Palette = Record<Tone, string>;

export const paletteOf = (hue: Hue): Palette => ({ ...HUES[hue], w: "#ffffff" });
