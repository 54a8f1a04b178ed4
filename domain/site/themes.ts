import { type Text, t } from "#languages/words.ts";
import type { FontId } from "./fonts.ts";
import type { Grounds } from "./palette.ts";

export const THEME_IDS = ["first-light", "broadsheet", "rack", "jamboree", "workbench"] as const;
export type ThemeId = (typeof THEME_IDS)[number];
export const CORNER_IDS = ["square", "soft", "round"] as const;
export type CornerId = (typeof CORNER_IDS)[number];
export const DENSITY_IDS = ["airy", "normal", "dense"] as const;
export type DensityId = (typeof DENSITY_IDS)[number];
export const SCENE_IDS = ["none", "sunrise", "ports", "tiles"] as const;
export type SceneId = (typeof SCENE_IDS)[number];

/** Radii in pixels: of boxes, small parts, and buttons. */
export type Corners = { box: number; small: number; button: number };
/** A radius that makes the ends of a button round. */
export const PILL = 999;

export const CORNERS: Record<CornerId, Corners> = {
  square: { box: 0, small: 2, button: 2 },
  soft: { box: 10, small: 7, button: 8 },
  round: { box: 24, small: 14, button: PILL },
};
/** What every gap from --s3 up is multiplied by. */
export const DENSITIES: Record<DensityId, number> = { airy: 1.1, normal: 1, dense: 0.8 };

export type Theme = {
  name: string;
  about: Text;
  accent: string;
  grounds: Grounds;
  fonts: FontId;
  corners: Corners;
  density: DensityId;
  scene: SceneId;
};

/** A theme is a character, not a hue: faces, corners, density and one scene. Its rules are in site/public/style/theme-ID.css. */
export const THEMES: Record<ThemeId, Theme> = {
  "first-light": {
    name: "First light",
    about: t`Sunrise, hills, round and warm`,
    accent: "#ff7a2f",
    grounds: { light: { hue: 320, chroma: 0.007, lightness: { paper: 0.99 } }, dark: { hue: 300, chroma: 0.035 } },
    fonts: "bricolage",
    corners: { box: 18, small: 12, button: PILL },
    density: "normal",
    scene: "sunrise",
  },
  broadsheet: {
    name: "Broadsheet",
    about: t`Paper, serif headings, rules`,
    accent: "#0e6a50",
    grounds: {
      light: { hue: 110, chroma: 0.003, lightness: { card: 0.985, sunk: 0.96, line: 0.84 } },
      dark: { chroma: 0.0054, lightness: { paper: 0.185, card: 0.185, sunk: 0.235, line: 0.36 } },
    },
    fonts: "newsreader",
    corners: CORNERS.square,
    density: "normal",
    scene: "none",
  },
  rack: {
    name: "Rack",
    about: t`Dense, monospaced details, patch panel`,
    accent: "#1fb6c4",
    grounds: {
      light: { hue: 235, chroma: 0.007, lightness: { paper: 0.965, card: 0.992, sunk: 0.94, line: 0.865 } },
      dark: { lightness: { paper: 0.17, card: 0.2, sunk: 0.245, line: 0.325 } },
    },
    fonts: "plex",
    corners: { box: 4, small: 3, button: 4 },
    density: "dense",
    scene: "ports",
  },
  jamboree: {
    name: "Jamboree",
    about: t`Big blocks of color, heavy headings, shapes`,
    accent: "#e0217f",
    grounds: {
      light: { hue: 70, chroma: 0.012, lightness: { paper: 0.99 } },
      dark: { hue: 335, chroma: 0.03, lightness: { paper: 0.17, card: 0.22, sunk: 0.265, line: 0.35 } },
    },
    fonts: "gabarito",
    corners: CORNERS.round,
    density: "airy",
    scene: "tiles",
  },
  workbench: {
    name: "Workbench",
    about: t`Neutral: your logo and color lead`,
    accent: "#c8102e",
    grounds: { light: { hue: 60, chroma: 0.003, lightness: { paper: 0.975, sunk: 0.95, line: 0.88 } } },
    fonts: "hanken",
    corners: CORNERS.soft,
    density: "normal",
    scene: "none",
  },
};
