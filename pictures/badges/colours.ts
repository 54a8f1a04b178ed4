import type { BadgeKind, BadgeMode } from "#domain/listings/badge.ts";

type Scheme = { card: string; line: string; ink: string; muted: string; glow: string; mark: string };

const LIGHT = { card: "#ffffff", line: "#e0d8cb", ink: "#211d19", muted: "#645c53" };
const DARK = { card: "#201d1a", line: "#4a433a", ink: "#f4efe8", muted: "#b8aea2" };

type Tint = { tile: string; light: string; dark: string; lightGlow: string; darkGlow: string };

const SUNRISE: Tint = { tile: "#b3400f", light: "#a83a0c", dark: "#f3a06f", lightGlow: "#fdeee3", darkGlow: "#38231a" };
const GREEN: Tint = { tile: "#1f6a45", light: "#1f6a45", dark: "#86d3a7", lightGlow: "#e6f4ec", darkGlow: "#1c3226" };
const PLACES: Record<1 | 2 | 3, Tint> = {
  1: { tile: "#a87308", light: "#85590a", dark: "#ecc467", lightGlow: "#fbf1d9", darkGlow: "#38301a" },
  2: { tile: "#66707c", light: "#56606b", dark: "#c6ced8", lightGlow: "#eef1f4", darkGlow: "#2b2f34" },
  3: { tile: "#97552f", light: "#8a4a25", dark: "#e6ab84", lightGlow: "#f9ebe1", darkGlow: "#37271d" },
};

export const tintOf = (kind: BadgeKind, place: 1 | 2 | 3 | undefined): Tint =>
  kind === "verified" ? GREEN : kind === "launch_of_the_week" && place ? PLACES[place] : SUNRISE;

export const CREAM = "#fff6ea";

const rules = ({ card, line, ink, muted, glow, mark }: Scheme): string =>
  `.card{fill:${card}}.edge{stroke:${line}}.ink{fill:${ink}}.muted{fill:${muted}}` +
  `.glow{fill:${glow}}.beam{stroke:${glow}}.mark{fill:${mark}}.stroke{stroke:${mark}}`;

/** The style sheet of one badge; in `auto` mode it follows the reader's colour scheme. */
export function styleSheet(mode: BadgeMode, tint: Tint): string {
  const light = rules({ ...LIGHT, glow: tint.lightGlow, mark: tint.light });
  const dark = rules({ ...DARK, glow: tint.darkGlow, mark: tint.dark });
  if (mode === "light") return light;
  if (mode === "dark") return dark;
  return `${light}@media (prefers-color-scheme:dark){${dark}}`;
}
