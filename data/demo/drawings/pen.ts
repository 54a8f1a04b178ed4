import type { Palette } from "./hues.ts";

/** What a screen is drawn with: its colours, and numbers that are the same at every drawing. */
export type Pen = { colours: Palette; chance: () => number; isDark: boolean };
/** The part of a screen that its content fills. */
export type Area = { x: number; y: number; w: number; h: number };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** `within` is the width that a text must not exceed; it gets smaller instead. */
type Type = {
  size?: number;
  weight?: 400 | 600 | 700;
  fill: string;
  anchor?: "start" | "middle" | "end";
  within?: number;
};
export const write = (
  x: number,
  y: number,
  text: string,
  { size = 22, weight = 400, fill, anchor, within = 1200 }: Type,
): string =>
  `<text x="${at(x)}" y="${at(y)}" font-family="Inter,sans-serif" font-size="${at(Math.min(size, (size * within) / widthOf(text, size * 1.06)))}" font-weight="${weight}" fill="${fill}"${anchor ? ` text-anchor="${anchor}"` : ""}>${escaped(text)}</text>`;

export const box = (x: number, y: number, w: number, h: number, fill: string, round = 0): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(w)}" height="${at(h)}" fill="${fill}"${round ? ` rx="${round}"` : ""}/>`;

export const disc = (x: number, y: number, r: number, fill: string, opacity = 1): string =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="${at(r)}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

export const stroke = (d: string, colour: string, width: number, dash = ""): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${dash ? ` stroke-dasharray="${dash}"` : ""}/>`;

export const at = (value: number): number => Math.round(value * 10) / 10;
/** Roughly how wide a text is, in a proportional typeface. */
export const widthOf = (text: string, size: number): number => text.length * size * 0.54;
export const cellsOf = (row: string): string[] => row.split("|").map((cell) => cell.trim());

/** Ground, text and lines of a screen by day or by night. */
export const shades = ({ colours, isDark }: Pen) =>
  isDark
    ? { ground: colours.k, card: "#ffffff14", ink: "#ffffff", soft: colours.l, line: "#ffffff26", strong: colours.l }
    : { ground: "#fffefd", card: colours.p, ink: colours.k, soft: "#6c6470", line: "#0000001a", strong: colours.d };

/** Numbers from 0 to 1 that follow from a text. */
export function chanceOf(text: string): () => number {
  let state = [...text].reduce((sum, char) => (Math.imul(sum, 31) + char.codePointAt(0)!) | 0, 7);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}
