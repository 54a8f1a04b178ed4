import type { BadgeKind, BadgeMode } from "#domain/listings/badge.ts";
import type { Design } from "#domain/site/design.ts";

type Scheme = { card: string; line: string; ink: string; muted: string; glow: string; mark: string; onTile: string };

type Tint = { tile: string; onTile: string; light: string; dark: string; lightGlow: string; darkGlow: string };

const CREAM = "#fff6ea";
const GREEN: Tint = {
  tile: "#1f6a45",
  onTile: CREAM,
  light: "#1f6a45",
  dark: "#86d3a7",
  lightGlow: "#e6f4ec",
  darkGlow: "#1c3226",
};
const PLACES: Record<1 | 2 | 3, Tint> = {
  1: { tile: "#a87308", onTile: CREAM, light: "#85590a", dark: "#ecc467", lightGlow: "#fbf1d9", darkGlow: "#38301a" },
  2: { tile: "#66707c", onTile: CREAM, light: "#56606b", dark: "#c6ced8", lightGlow: "#eef1f4", darkGlow: "#2b2f34" },
  3: { tile: "#97552f", onTile: CREAM, light: "#8a4a25", dark: "#e6ab84", lightGlow: "#f9ebe1", darkGlow: "#37271d" },
};

/** Proof is green, places have their metals, and all else has the accent of the site. */
export function tintOf(kind: BadgeKind, place: 1 | 2 | 3 | undefined, { light, dark }: Design["palette"]): Tint {
  if (kind === "verified") return GREEN;
  if (kind === "launch_of_the_week" && place) return PLACES[place];
  return {
    ...{ tile: light.accent, onTile: light["on-accent"] },
    ...{ light: light["accent-text"], lightGlow: light["accent-soft"] },
    ...{ dark: dark["accent-text"], darkGlow: dark["accent-soft"] },
  };
}

const rules = ({ card, line, ink, muted, glow, mark, onTile }: Scheme): string =>
  `.card{fill:${card}}.edge{stroke:${line}}.ink{fill:${ink}}.muted{fill:${muted}}` +
  `.glow{fill:${glow}}.beam{stroke:${glow}}.mark{fill:${mark}}.stroke{stroke:${mark}}.on-tile{fill:${onTile}}.on-tile-stroke{stroke:${onTile}}`;

/** The style sheet of one badge; in `auto` mode it follows the reader's colour scheme. */
export function styleSheet(mode: BadgeMode, tint: Tint, palette: Design["palette"]): string {
  const light = rules({ ...palette.light, glow: tint.lightGlow, mark: tint.light, onTile: tint.onTile });
  const dark = rules({ ...palette.dark, glow: tint.darkGlow, mark: tint.dark, onTile: tint.onTile });
  if (mode === "light") return light;
  if (mode === "dark") return dark;
  return `${light}@media (prefers-color-scheme:dark){${dark}}`;
}
