import type { Design } from "#domain/site/design.ts";
import type { SceneId, ThemeId } from "#domain/site/themes.ts";

/** What lies behind a card, and the colors of what stands on it. */
export type Ground = {
  /** `isWide` leaves the right half quiet for a picture. */
  back(width: number, height: number, isWide?: boolean): string;
  /** In front of pictures, behind words. */
  front(width: number, height: number): string;
  ink: string;
  soft: string;
  eyebrow: string;
  foot: string;
  footSoft: string;
  /** The fill of shadows, and whether letters need a ground that is not white. */
  shade: string;
  isLight: boolean;
  /** The stroke of frames. */
  edge: string;
  pill: { fill: string; shape: string };
  radius: number;
  buttonRadius: number;
};

type Drawn = Pick<Ground, "back" | "front">;
type Colors = Omit<Ground, "back" | "front" | "radius" | "buttonRadius">;

const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

const SKY =
  `<defs><linearGradient id="sky" x1="0" y1="0" x2=".75" y2="1"><stop stop-color="#1c1040"/><stop ` +
  `offset=".42" stop-color="#7a1f6a"/><stop offset=".72" stop-color="#f0562e"/><stop offset="1" ` +
  `stop-color="#ffc45c"/></linearGradient><linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop ` +
  `stop-color="#150b30"/><stop offset=".5" stop-color="#4a1560"/><stop offset=".85" stop-color="#e0584a"/><stop ` +
  `offset="1" stop-color="#ffb56b"/></linearGradient><radialGradient id="sun"><stop stop-color="#fff3da"/><stop ` +
  `offset=".32" stop-color="#ffc873"/><stop offset="1" stop-color="#ff7a2f" stop-opacity="0"/></radialGradient></defs>`;

const sunrise: Drawn = {
  back(width, height, isWide = false) {
    const [x, y, radius] = isWide ? [900, 470, 430] : [width / 2, 1.05 * height, 0.66 * Math.min(width, height)];
    return `${SKY}${rect(0, 0, width, height, `url(#${isWide ? "sky" : "night"})`)}<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#sun)"/>`;
  },
  front: (width, height) =>
    `<path transform="translate(0 ${0.86 * height}) scale(${width / 1200} ${height / 720})" ` +
    `d="M0 46C240 6 420 56 640 30s380-30 560-6v92H0z" fill="#160c2e"/>`,
};

/** A tile of a mosaic, 90 by 90, by its number. */
const TILE_SHAPES = [
  "M0 90A90 90 0 0 1 90 0V90z",
  "M0 0h90v90H0z",
  "M45 0a45 45 0 0 1 0 90zM0 0h45v90H0z",
  "M0 0A90 90 0 0 0 90 90V0z",
  "M0 45a45 45 0 0 1 90 0v45H0z",
  "M0 0 90 90H0z",
];
const tiles = ({ accent }: Design["palette"]["light"], companions: readonly string[]): Drawn => ({
  back: (width, height) => rect(0, 0, width, height, accent),
  front(width, height) {
    const side = Math.round(height / 7);
    const count = Math.floor((0.38 * width) / side);
    return Array.from({ length: count }, (_, at) => {
      const place = `translate(${width - (at + 1) * side} ${height - side}) scale(${side / 90})`;
      return `<path transform="${place}" d="${TILE_SHAPES[at % TILE_SHAPES.length]}" fill="${companions[at % companions.length]}"/>`;
    }).join("");
  },
});

const PORT = "M0 0h22v16h-4v4h-4v4h-6v-4h-4v-4h-4z";
const ports = ({ paper, sunk, line, accent, good }: Design["palette"]["light"]): Drawn => ({
  back(width, height) {
    const strip = Array.from({ length: Math.ceil(width / 34) }, (_, at) => {
      const light = at % 7 === 3 ? good : at % 5 === 0 ? line : accent;
      return `${rect(at * 34 + 15, 6, 9, 4, light)}<path transform="translate(${at * 34 + 8} 15)" d="${PORT}" fill="${line}"/>`;
    });
    return rect(0, 0, width, height, paper) + rect(0, 0, width, 44, sunk) + strip.join("");
  },
  front: () => "",
});

const plain = ({ paper, sunk, ink, accent }: Design["palette"]["light"], theme: ThemeId): Drawn => ({
  back: (width, height) =>
    rect(0, 0, width, height, paper) +
    (theme === "broadsheet"
      ? rect(72, 24, width - 144, 5, ink) + rect(72, 33, width - 144, 1.5, ink)
      : rect(0, 0, width, 14, accent)),
  front: (width, height) =>
    theme === "broadsheet"
      ? rect(72, 0.875 * height, width - 144, 1.5, ink)
      : rect(0, 0.885 * height, width, 0.115 * height, sunk),
});

/** Themes with dark cards. The others keep light ones whatever the visitor prefers: chats show one picture to all. */
const DARK: readonly ThemeId[] = ["rack"];

function colorsOf(design: Design, scene: SceneId): Colors {
  const glass = `fill="#fff" fill-opacity=".18" stroke="#fff" stroke-opacity=".6" stroke-width="2"`;
  const white = { ink: "#fff", foot: "#fff", edge: `stroke="#fff" stroke-opacity=".5"` };
  if (scene === "sunrise")
    return {
      ...white,
      ...{
        soft: "#ffe9dc",
        eyebrow: "#ffd9a8",
        footSoft: "#d9c8ee",
        shade: `fill="#120a2a" opacity=".35"`,
        isLight: false,
      },
      pill: { fill: "#fff", shape: glass },
    };
  const palette = design.palette[DARK.includes(design.theme) ? "dark" : "light"];
  const { ink, muted, line, "accent-text": accentText, "on-accent": onAccent } = palette;
  if (scene === "tiles")
    return {
      ...{ ink: onAccent, soft: onAccent, eyebrow: onAccent, foot: onAccent, footSoft: onAccent },
      ...{ shade: `opacity=".2"`, isLight: false },
      edge: `stroke="${onAccent}" stroke-opacity=".5"`,
      pill: { fill: onAccent, shape: `fill="none" stroke="${onAccent}" stroke-width="2"` },
    };
  return {
    ...{ ink, soft: muted, eyebrow: accentText, foot: ink, footSoft: muted },
    ...{ shade: `opacity=".06"`, isLight: palette === design.palette.light },
    edge: `stroke="${line}"`,
    pill: { fill: ink, shape: `fill="${palette.card}" stroke="${palette.field}" stroke-width="2"` },
  };
}

export function groundOf(design: Design): Ground {
  const { scene, palette, companions, theme, corners } = design;
  const mode = palette[DARK.includes(theme) ? "dark" : "light"];
  const drawn: Record<SceneId, () => Drawn> = {
    sunrise: () => sunrise,
    tiles: () => tiles(mode, companions),
    ports: () => ports(mode),
    none: () => plain(mode, theme),
  };
  return {
    ...drawn[scene](),
    ...colorsOf(design, scene),
    radius: Math.round(1.25 * corners.box),
    buttonRadius: 2 * corners.button,
  };
}
