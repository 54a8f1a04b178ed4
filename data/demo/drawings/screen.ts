import { z } from "zod";
import type { Hue } from "../../../domain/pictures/hues.ts";
import { bars, columns, gauges, line, tracks } from "./charts.ts";
import { paletteOf } from "./hues.ts";
import { board, form, list, steps, table, tiles } from "./lists.ts";
import { drawLogo, type Logo } from "./logo.ts";
import { chat, editor, map, terminal, week } from "./pages.ts";
import { type Area, at, box, chanceOf, disc, type Pen, shades, stroke, widthOf, write } from "./pen.ts";

const KINDS = {
  ...{ list, table, board, steps, form, tiles },
  ...{ bars, columns, line, gauges, tracks },
  ...{ editor, terminal, chat, week, map },
};
/** What stands around the content. */
const FRAMES = ["side", "bar", "phone", "night", "tabs", "sheet"] as const;
type Frame = (typeof FRAMES)[number];
type Kind = keyof typeof KINDS;
/** A frame and a kind of content. Kinds say how they read their rows. */
export const LOOK = z.templateLiteral([z.enum(FRAMES), " ", z.enum(Object.keys(KINDS) as [Kind, ...Kind[]])]);
type Screen = readonly [look: z.infer<typeof LOOK>, alt: string, title: string, ...rows: string[]];
/** `nav` are the words of its menu. */
type ScreenOf = { name: string; nav: readonly string[]; hue: Hue; logo: Logo };

const [WIDTH, HEIGHT] = [1200, 750];

export function drawScreen({ name, nav, hue, logo }: ScreenOf, [look, , title, ...rows]: Screen): string {
  const [frame, kind] = look.split(" ") as [Frame, Kind];
  const pen: Pen = { colours: paletteOf(hue), chance: chanceOf(name + title), isDark: frame === "night" };
  const { shell, area } = FRAME[frame]({ name, nav, title, logo: drawLogo(hue, logo) }, pen);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" ` +
    `height="${HEIGHT}">${backdrop(pen)}${shell}${KINDS[kind](rows, area, pen)}</svg>`
  );
}

/** What lies behind the window: a slope, discs, waves or dots. */
function backdrop({ colours, chance }: Pen): string {
  const slope =
    `<defs><linearGradient id="b" x2="1" y2="1"><stop ` +
    `stop-color="${chance() < 0.5 ? colours.l : colours.p}"/><stop offset="1" ` +
    `stop-color="${chance() < 0.5 ? colours.m : colours.l}"/></linearGradient></defs>${box(0, 0, WIDTH, HEIGHT, "url(#b)")}`;
  const pattern = Math.floor(chance() * 4);
  if (pattern === 0) return `${slope}${disc(1060, 90, 240, "#ffffff", 0.16)}${disc(80, 700, 170, colours.a, 0.5)}`;
  if (pattern === 1)
    return `${slope}${[0, 1, 2]
      .map(
        (wave) =>
          `<path d="M0 ${430 + wave * 110}q300 ${-110 + wave * 30} 600 0t600 0v400H0z" ` +
          `fill="${colours.d}" opacity=".13"/>`,
      )
      .join("")}`;
  if (pattern === 2) {
    const dots = Array.from({ length: 60 }, (_, index) =>
      disc(40 + (index % 12) * 102, 40 + Math.floor(index / 12) * 166, 7, "#ffffff", 0.3),
    );
    return `${slope}${dots.join("")}`;
  }
  return `${slope}${[-1, 0, 1, 2, 3].map((band) => `<path d="M${band * 330} 750l420-750h130l-420 750z" fill="#fff" opacity=".12"/>`).join("")}`;
}

type Words = { name: string; nav: readonly string[]; title: string; logo: string };
type Framed = { shell: string; area: Area };

const shadow = (x: number, y: number, w: number, h: number, round: number): string =>
  `<rect x="${x}" y="${y + 16}" width="${w}" height="${h}" rx="${round}" fill="#120a2a" opacity=".2"/>`;

const FRAME: Record<Frame, (words: Words, pen: Pen) => Framed> = {
  side({ name, nav, title }, pen) {
    const { ink, ground } = shades(pen);
    const items = nav.map((word, index) => {
      const top = 178 + index * 58;
      return `${index === 0 ? box(100, top, 192, 46, pen.colours.m, 12) : ""}${write(120, top + 31, word, { size: 20, weight: 600, fill: index ? pen.colours.l : "#ffffff" })}`;
    });
    return {
      shell:
        `${shadow(80, 70, 1040, 720, 24)}<path d="M104 70h992a24 24 0 0 1 24 24v656H80V94a24 24 0 ` +
        `0 1 24-24z" fill="${ground}"/><path d="M104 70h208v680H80V94a24 24 0 0 1 24-24z" ` +
        `fill="${pen.colours.k}"/>${write(112, 134, name, { size: 26, weight: 700, fill: "#ffffff" })}${items.join("")}${write(352, 138, title, { size: 32, weight: 700, fill: ink })}`,
      area: { x: 352, y: 178, w: 724, h: 546 },
    };
  },
  bar({ name, nav, title }, pen) {
    const { ink, ground } = shades(pen);
    let left = 130 + widthOf(name, 24) + 50;
    const items = nav.slice(0, 4).map((word, index) => {
      const item = write(left, 104, word, { size: 19, weight: 600, fill: index ? pen.colours.l : "#ffffff" });
      left += widthOf(word, 19) + 40;
      return item;
    });
    return {
      shell:
        `${shadow(70, 56, 1060, 720, 22)}<path d="M92 56h1016a22 22 0 0 1 22 22v672H70V78a22 22 0 ` +
        `0 1 22-22z" fill="${ground}"/><path d="M92 56h1016a22 22 0 0 1 22 22v56H70V78a22 22 0 0 1 22-22z" ` +
        `fill="${pen.colours.d}"/>${write(108, 105, name, { size: 24, weight: 700, fill: "#ffffff" })}${items.join("")}${write(112, 196, title, { size: 32, weight: 700, fill: ink })}`,
      area: { x: 112, y: 232, w: 976, h: 490 },
    };
  },
  phone({ name, nav, title, logo }, pen) {
    const { ink, ground } = shades(pen);
    const { colours } = pen;
    const place = Math.floor(pen.chance() * 3);
    const left = [370, 130, 610][place]!;
    const tabs = nav.slice(0, 3).map((word, index) => {
      const fill = index ? "#8a828c" : colours.d;
      return write(left + 78 + index * 152, 712, word, { size: 17, weight: 600, anchor: "middle", fill });
    });
    const sign = (x: number, y: number, side: number) =>
      `<clipPath id="c"><rect x="${x}" y="${y}" width="${side}" height="${side}" rx="${side * 0.24}"/></clipPath><g clip-path="url(#c)">${logo.replace('width="96" height="96"', `x="${x}" y="${y}" width="${side}" height="${side}"`)}</g>`;
    const card = (x: number, y: number, turn: number) =>
      `<g transform="rotate(${turn} ${x + 110} ` +
      `${y + 45})">${box(x, y, 220, 90, "#ffffff", 20)}${disc(x + 44, y + 45, 22, colours.m)}${box(x + 78, y + 26, 110, 12, colours.l, 6)}${box(x + 78, y + 50, 80, 12, colours.p, 6)}</g>`;
    const beside = [
      `<g transform="rotate(-8 250 ` +
        `480)">${shadow(150, 200, 210, 420, 34)}${box(150, 200, 210, 420, colours.k, 34)}${box(162, 212, 186, 396, "#fffefd", 24)}${sign(195, 320, 120)}${write(255, 490, name.slice(0, 14), { size: 21, weight: 700, fill: colours.k, anchor: "middle" })}</g>${card(880, 180, 7)}`,
      `${shadow(740, 210, 250, 250, 60)}${sign(740, 210, 250)}${write(865, 530, name.slice(0, 16), { size: 44, weight: 700, fill: colours.k, anchor: "middle" })}`,
      `<g transform="rotate(-6 300 ` +
        `300)">${shadow(170, 150, 190, 190, 46)}${sign(170, 150, 190)}</g>${card(150, 420, -4)}${card(230, 540, 3)}`,
    ][place];
    return {
      shell: `${beside}${shadow(left, 36, 460, 760, 54)}${box(left, 36, 460, 780, colours.k, 54)}${box(left + 16, 52, 428, 748, ground, 40)}${box(left + 170, 62, 120, 22, colours.k, 11)}${write(left + 48, 146, title, { size: title.length > 21 ? 24 : 30, weight: 700, fill: ink })}${stroke(`M${left + 16} 676h428`, "#0000001a", 2)}${tabs.join("")}`,
      area: { x: left + 48, y: 182, w: 364, h: 476 },
    };
  },
  night({ name, title }, pen) {
    const dots = [0, 1, 2].map((dot) =>
      disc(112 + dot * 28, 98, 8, [pen.colours.a, pen.colours.l, pen.colours.m][dot]!),
    );
    return {
      shell: `${shadow(76, 64, 1048, 640, 22)}${box(76, 64, 1048, 630, pen.colours.k, 22)}${dots.join("")}${write(600, 106, name, { size: 19, weight: 600, fill: pen.colours.l, anchor: "middle" })}${write(116, 178, title, { size: 30, weight: 700, fill: "#ffffff" })}`,
      area: { x: 116, y: 212, w: 968, h: 452 },
    };
  },
  tabs({ name, nav, title }, pen) {
    const { ink, ground } = shades(pen);
    let left = 96;
    const tabs = nav.slice(0, 4).map((word, index) => {
      const wide = widthOf(word, 19) + 48;
      const tab = `${box(left, index ? 96 : 88, wide, 70, index ? pen.colours.p : ground, 14)}${write(left + 24, 126, word, { size: 19, weight: 600, fill: index ? "#6c6470" : ink })}`;
      left += wide + 8;
      return tab;
    });
    return {
      shell: `${shadow(72, 138, 1056, 660, 18)}${tabs.join("")}${box(72, 146, 1056, 640, ground, 18)}${write(1096, 126, name, { size: 20, weight: 700, fill: pen.colours.k, anchor: "end" })}${write(112, 212, title, { size: 32, weight: 700, fill: ink })}`,
      area: { x: 112, y: 246, w: 976, h: 474 },
    };
  },
  sheet({ name, title }, pen) {
    const { ink } = shades(pen);
    return {
      shell: `<g transform="rotate(-4 600 420)">${box(210, 90, 800, 700, pen.colours.p, 10)}</g>${shadow(200, 60, 800, 740, 10)}${box(200, 60, 800, 740, "#fffefb", 10)}${box(200, 60, 800, 12, pen.colours.d)}${write(256, 130, name, { size: 20, weight: 700, fill: pen.colours.d })}${disc(926, 124, 22, pen.colours.a)}${write(256, 190, title, { size: 34, weight: 700, fill: ink })}${stroke(`M256 212h${at(688)}`, "#0000001f", 2)}`,
      area: { x: 256, y: 236, w: 688, h: 476 },
    };
  },
};
