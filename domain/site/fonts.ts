/** A family and its files: @fontsource/NAME/files/NAME-{latin,latin-ext}-FACE.woff2. */
export type Family = {
  name: string;
  package: string;
  /** Weight, style and file of each face; the first one is preloaded. */
  faces: readonly (readonly [weight: string, file: string])[];
  /** Size, ascent and descent in percent that make Arial as wide and high until the file is there. */
  like: readonly [size: number, ascent: number, descent: number];
  kind: "sans-serif" | "serif" | "monospace";
};

const VARIABLE = "wght-normal";
const BRICOLAGE: Family = {
  name: "Bricolage Grotesque",
  package: "@fontsource/bricolage-grotesque",
  faces: [["800", "800-normal"]],
  like: [111, 84, 24],
  kind: "sans-serif",
};
const FIGTREE: Family = {
  name: "Figtree",
  package: "@fontsource-variable/figtree",
  faces: [["300 900", VARIABLE]],
  like: [100, 95, 25],
  kind: "sans-serif",
};
const NEWSREADER: Family = {
  name: "Newsreader",
  package: "@fontsource/newsreader",
  faces: [
    ["500", "500-normal"],
    ["400", "400-normal"],
    ["400", "400-italic"],
  ],
  like: [95, 78, 28],
  kind: "serif",
};
const HANKEN: Family = {
  name: "Hanken Grotesk",
  package: "@fontsource-variable/hanken-grotesk",
  faces: [["100 900", VARIABLE]],
  like: [100, 100, 30],
  kind: "sans-serif",
};
const PLEX: Family = {
  name: "IBM Plex Sans",
  package: "@fontsource/ibm-plex-sans",
  faces: [
    ["400", "400-normal"],
    ["600", "600-normal"],
  ],
  like: [100, 103, 28],
  kind: "sans-serif",
};
const PLEX_MONO: Family = {
  name: "IBM Plex Mono",
  package: "@fontsource/ibm-plex-mono",
  faces: [
    ["400", "400-normal"],
    ["600", "600-normal"],
  ],
  like: [136, 76, 21],
  kind: "monospace",
};
const GABARITO: Family = {
  name: "Gabarito",
  package: "@fontsource-variable/gabarito",
  faces: [["400 900", VARIABLE]],
  like: [102, 92, 25],
  kind: "sans-serif",
};
const RUBIK: Family = {
  name: "Rubik",
  package: "@fontsource-variable/rubik",
  faces: [["300 900", VARIABLE]],
  like: [105, 90, 24],
  kind: "sans-serif",
};

/** What headings, texts and details (dates, counts, versions) are set in. */
export type FontPair = {
  label: string;
  /** Absent where the fonts of the visitor's system are used. */
  head?: Family;
  text?: Family;
  detail?: Family;
  weight: number;
  /** Letter spacing in em, and line height. */
  track: number;
  line: number;
};

export const FONT_IDS = ["bricolage", "newsreader", "plex", "gabarito", "hanken", "system"] as const;
export type FontId = (typeof FONT_IDS)[number];

export const FONTS: Record<FontId, FontPair> = {
  bricolage: {
    label: "Bricolage Grotesque, Figtree",
    head: BRICOLAGE,
    text: FIGTREE,
    weight: 800,
    track: -0.028,
    line: 1.06,
  },
  newsreader: {
    label: "Newsreader, Hanken Grotesk",
    head: NEWSREADER,
    text: HANKEN,
    weight: 500,
    track: -0.018,
    line: 1.08,
  },
  plex: {
    label: "IBM Plex Sans, Mono",
    head: PLEX,
    text: PLEX,
    detail: PLEX_MONO,
    weight: 600,
    track: -0.015,
    line: 1.15,
  },
  gabarito: { label: "Gabarito, Rubik", head: GABARITO, text: RUBIK, weight: 900, track: -0.03, line: 0.98 },
  hanken: { label: "Hanken Grotesk", head: HANKEN, text: HANKEN, weight: 700, track: -0.022, line: 1.1 },
  system: { label: "", weight: 700, track: -0.02, line: 1.1 },
};

/** The name of a file of a family: `range` is a script as Fontsource cuts them, like latin-ext. */
export const fontStem = ({ package: from }: Family, range: string, face: string): string =>
  `${from.slice(from.indexOf("/") + 1)}-${range}-${face}`;

export const fontFile = (family: Family, range: string, face: string): string =>
  `${family.package}/files/${fontStem(family, range, face)}.woff2`;

/** Each family of a pair once. */
export const familiesOf = ({ head, text, detail }: FontPair): Family[] => [
  ...new Set([head, text, detail].filter((family) => family !== undefined)),
];
