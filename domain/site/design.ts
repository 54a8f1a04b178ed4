import { FONT_IDS, FONTS, type FontId, type FontPair } from "./fonts.ts";
import { hexOf, lchOf, type Palette, paletteOf } from "./palette.ts";
import {
  CORNER_IDS,
  CORNERS,
  type CornerId,
  type Corners,
  DENSITIES,
  DENSITY_IDS,
  type DensityId,
  SCENE_IDS,
  type SceneId,
  THEME_IDS,
  THEMES,
  type ThemeId,
} from "./themes.ts";

/** What admins choose. Null means as the theme has it. */
export type SiteTheme = {
  theme: ThemeId;
  fonts: FontId | null;
  corners: CornerId | null;
  density: DensityId | null;
  scene: SceneId | null;
  /** The upload that replaces the logo in dark mode. */
  darkLogo: string | null;
};

export const DEFAULT_THEME: SiteTheme = {
  theme: "first-light",
  fonts: null,
  corners: null,
  density: null,
  scene: null,
  darkLogo: null,
};

/** How a site looks: pages, share cards, badges, emails and icons draw themselves from this alone. */
export type Design = {
  theme: ThemeId;
  accent: string;
  palette: { light: Palette; dark: Palette };
  /** Bright colors that go with the accent, for scenes. */
  companions: readonly string[];
  fonts: FontPair;
  corners: Corners;
  density: number;
  scene: SceneId;
};

type Chosen = { accent: string | null; theme: SiteTheme };

function madeOf({ accent: chosen, theme: { theme: id, fonts, corners, density, scene } }: Chosen): Design {
  const theme = THEMES[id];
  const accent = chosen ?? theme.accent;
  const [, , hue] = lchOf(accent);
  return {
    ...{ theme: id, accent },
    palette: { light: paletteOf(accent, "light", theme.grounds), dark: paletteOf(accent, "dark", theme.grounds) },
    companions: [hexOf(0.87, 0.17, hue + 100), hexOf(0.8, 0.13, hue + 215), hexOf(0.83, 0.16, hue + 160)],
    fonts: FONTS[fonts ?? theme.fonts],
    corners: corners ? CORNERS[corners] : theme.corners,
    density: DENSITIES[density ?? theme.density],
    scene: scene ?? theme.scene,
  };
}

/** Two palettes take 2.6 ms of CPU, and each email and page asks. A site has one look; admins try others. */
const MOST_KEPT = 50;
const designs = new Map<string, Design>();
/** The same object for the same look. */
export function designOf(look: Chosen): Design {
  const key = designKey(look);
  if (designs.size >= MOST_KEPT && !designs.has(key)) designs.clear();
  return designs.getOrInsertComputed(key, () => madeOf(look));
}

/** All that a design is made from, in an address. */
export const designKey = ({ accent, theme: { theme, fonts, corners, density, scene } }: Chosen): string =>
  [theme, accent?.replace("#", "") ?? "", fonts ?? "", corners ?? "", density ?? "", scene ?? ""].join("_");

export const isAccent = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

/** An id of a list, null for none, undefined for any other text. */
export const picked = <Id extends string>(ids: readonly Id[], name = ""): Id | null | undefined =>
  name === "" ? null : ids.find((id) => id === name);

/** The look that an address names, if there is such a one. */
export function lookFromKey(key: string): Chosen | undefined {
  const [name, digits, ...rest] = key.split("_");
  const accent = digits ? `#${digits}` : null;
  if (rest.length !== 4 || (accent !== null && !isAccent(accent))) return undefined;
  const theme = picked(THEME_IDS, name);
  const fonts = picked(FONT_IDS, rest[0]);
  const corners = picked(CORNER_IDS, rest[1]);
  const density = picked(DENSITY_IDS, rest[2]);
  const scene = picked(SCENE_IDS, rest[3]);
  if (!theme || fonts === undefined || corners === undefined || density === undefined || scene === undefined)
    return undefined;
  return { accent, theme: { theme, fonts, corners, density, scene, darkLogo: null } };
}
