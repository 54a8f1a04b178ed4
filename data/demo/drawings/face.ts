import { z } from "zod";
import { HUES as NAMES } from "../../../domain/pictures/hues.ts";
import { HUES } from "./hues.ts";

const SKINS = { pale: "#ffdcc4", fair: "#f3c19d", olive: "#dba577", tan: "#b9764c", brown: "#8d5534", deep: "#5b3522" };
const HAIRS = {
  black: "#1d1418",
  brown: "#4a2b1b",
  chestnut: "#7a3f1d",
  red: "#b4491c",
  blond: "#dba84c",
  grey: "#9a949c",
  white: "#e9e5ea",
  blue: "#31508f",
};
/** Hair behind the head, and over it. */
const CUTS = {
  bald: ["", "M31 40c2-14 9-20 19-20s17 6 19 20c-3-9-6-12-8-13-7 2-15 2-22 0-2 1-5 4-8 13z"],
  short: ["", "M28 44c-1-20 9-28 22-28s23 8 22 28c-2-7-4-10-7-13-9 3-21 3-30 0-3 3-5 6-7 13z"],
  side: ["", "M28 46c-3-22 8-31 24-31 13 0 21 8 20 31-2-8-5-13-10-17-8 6-20 6-27 3-3 3-5 7-7 14z"],
  curls: [
    "",
    "M30 46c-7-4-7-13-1-16-1-8 7-14 13-11 4-6 14-6 18 0 7-2 13 4 12 11 6 4 5 12-2 16-1-7-4-12-8-14-8 2-16 2-24 0-4 2-7 7-8 14z",
  ],
  afro: [
    "M50 8c20 0 32 14 31 31-1 14-12 22-31 22s-30-8-31-22C18 22 30 8 50 8z",
    "M30 44c0-14 8-20 20-20s20 6 20 20c-3-6-6-8-9-9-7 2-15 2-22 0-3 1-6 3-9 9z",
  ],
  bob: [
    "M24 70c-4-36 4-56 26-56s30 20 26 56z",
    "M29 48c-1-18 8-27 21-27s22 9 21 27c-3-8-7-12-12-15-8 5-18 6-23 4-3 3-5 6-7 11z",
  ],
  long: [
    "M20 92c2-52 2-78 30-78s28 26 30 78z",
    "M30 48c-1-18 8-26 20-26s21 8 20 26c-4-10-10-14-20-18-10 4-16 8-20 18z",
  ],
  bun: [
    "M50 2a11 11 0 1 1 0 22 11 11 0 0 1 0-22z",
    "M29 45c-1-19 8-27 21-27s22 8 21 27c-3-9-9-14-21-15-12 1-18 6-21 15z",
  ],
  tail: [
    "M66 26c18 2 18 26 10 42-4-8-10-10-12-26z",
    "M29 45c-1-19 8-27 21-27s22 8 21 27c-4-10-12-13-18-16-8 4-18 5-24 16z",
  ],
  hijab: ["M20 100c-2-54 4-84 30-84s32 30 30 84z", ""],
  turban: [
    "",
    "M26 42c-4-20 8-32 24-32s28 12 24 32c-8-9-16-13-24-14-8 1-16 5-24 14zM40 14c8 6 16 6 22 0-4 14-14 14-22 0z",
  ],
  cap: ["", "M27 38c0-16 10-23 23-23s23 7 23 23c4 0 9 1 12 4-12 1-22 0-35-2-9 1-17 1-23-2z"],
} as const;

const EXTRAS = {
  glasses:
    '<g fill="none" stroke="#21141c" stroke-width="2.2"><circle cx="41" cy="48" r="7"/><circle ' +
    'cx="59" cy="48" r="7"/><path d="M48 47h4"/></g>',
  beard: '<path d="M30 52c0 20 9 28 20 28s20-8 20-28c-3 7-8 10-12 9-5-2-11-2-16 0-4 1-9-2-12-9z" fill="HAIR"/>',
  moustache: '<path d="M38 59c4-5 9-5 12-2 3-3 8-3 12 2-5 1-9 2-12 0-3 2-7 1-12 0z" fill="HAIR"/>',
  earrings: '<circle cx="29" cy="60" r="2.6" fill="#ffd15c"/><circle cx="71" cy="60" r="2.6" fill="#ffd15c"/>',
  freckles:
    '<g fill="#9c4f2a" opacity=".5"><circle cx="37" cy="55" r="1.2"/><circle cx="40" cy="57" ' +
    'r="1.2"/><circle cx="60" cy="57" r="1.2"/><circle cx="63" cy="55" r="1.2"/></g>',
} as const;

const keys = <Name extends string>(table: Record<Name, unknown>) => z.enum(Object.keys(table) as [Name, ...Name[]]);
/** How a face is drawn: with eyes open, with eyes closed, in lines only, or as cut from paper. */
const MANNERS = ["open", "calm", "line", "paper"] as const;
type Manner = (typeof MANNERS)[number];
const hue = z.enum(NAMES);
/** Manner, skin, cut and colour of the hair, ground and coat, and extras. */
export const FACE = z.tuple([z.enum(MANNERS), keys(SKINS), keys(CUTS), keys(HAIRS), hue, hue], keys(EXTRAS));
type Face = z.infer<typeof FACE>;

const HEAD = "M30 46c0-17 9-25 20-25s20 8 20 25-8 26-20 26-20-9-20-26z";
const EYES: Record<Manner, string> = {
  open:
    '<circle cx="42" cy="48" r="2.6" fill="#21141c"/><circle cx="58" cy="48" r="2.6" ' +
    'fill="#21141c"/><path d="M43 59c3 5 11 5 14 0" stroke="#21141c" stroke-width="2.6" fill="none" ' +
    'stroke-linecap="round"/>',
  calm:
    '<g stroke="#21141c" stroke-width="2.4" fill="none" stroke-linecap="round"><path d="M38 ' +
    '48c2 3 6 3 8 0M54 48c2 3 6 3 8 0M45 60c3 2 7 2 10 0"/></g>',
  line:
    '<g stroke="#21141c" stroke-width="2.2" fill="none" stroke-linecap="round"><path d="M39 ' +
    '45h6M55 45h6M50 46v9h-3M44 62c4 2 8 2 12-1"/></g>',
  paper:
    '<path d="M50 45c2 5 4 9 0 11" stroke="#21141c" stroke-opacity=".4" stroke-width="2.4" fill="none" stroke-linecap="round"/>',
};

export function drawFace([manner, skin, cut, hair, ground, coat, ...extras]: Face): string {
  const colour = HAIRS[hair];
  const [behind, over] = CUTS[cut];
  const isLine = manner === "line";
  const edge = isLine ? ' stroke="#21141c" stroke-width="2.2"' : "";
  const cover = cut === "hijab" ? HUES[coat].m : cut === "turban" || cut === "cap" ? HUES[coat].a : colour;
  const back = manner === "paper" ? HUES[ground].m : isLine ? HUES[ground].p : HUES[ground].l;
  const path = (d: string, fill: string) => (d ? `<path d="${d}" fill="${fill}"${edge}/>` : "");
  const shoulders = manner === "calm" ? "M10 100c0-22 16-26 40-26s40 4 40 26z" : "M14 100c2-18 14-24 36-24s34 6 36 24z";
  const disc = manner === "paper" ? `<circle cx="50" cy="54" r="42" fill="${HUES[ground].p}"/>` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><rect width="100" height="100" fill="${back}"/>${disc}${path(behind, cover)}${path(shoulders, HUES[coat].d)}<path d="M41 64h18v15a10 8 0 0 1-18 0z" fill="${SKINS[skin]}"/><path d="M41 69c4 5 14 5 18 0v5c-5 4-13 4-18 0z" fill="#000" opacity=".13"/>${path(HEAD, SKINS[skin])}${extras
    .filter((extra) => extra === "beard")
    .map((extra) => EXTRAS[extra].replace("HAIR", colour))
    .join("")}${path(over, cover)}${
    cut === "hijab"
      ? `<path d="M28 52c-2-24 8-33 22-33s24 9 22 33c-1-16-8-25-22-25s-21 9-22 25z" ` +
        `fill="${cover}"/><path d="M27 50c1 20 10 27 23 27s22-7 23-27c6 20 4 34-23 34s-29-14-23-34z" ` +
        `fill="${cover}"/>`
      : ""
  }${EYES[manner]}${extras
    .filter((extra) => extra !== "beard")
    .map((extra) => EXTRAS[extra].replace("HAIR", colour))
    .join("")}</svg>`;
}
