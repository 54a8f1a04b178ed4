import { PREVIEW_SIZE } from "../../kit/preview.ts";
import type { Card, Pill } from "./card.ts";
import { type Copies, drawMark, HILLS, NIGHT_SKY, SKY, WIDE_SKY } from "./shapes.ts";
import { drawSide } from "./sides.ts";
import { type Drawn, drawText, type Fit } from "./text.ts";

/** What every card of a site has. The logo is SVG with a size of its own. */
export type Brand = { siteName: string; logo: string };

const LEFT = 72;
const BESIDE = 510;
const WHOLE = 1056;
export const WHITE = "#fff";
export const WARM = "#ffe9dc";
export const PILL = { y: 462, height: 64 };

/** A card as SVG that needs no font. */
export async function cardPicture(card: Card<string>, brand: Brand, copies: Copies): Promise<string> {
  const isCentred = !card.side && card.marks.length > 0;
  const { width, height } = PREVIEW_SIZE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${SKY}`,
    card.side ? WIDE_SKY : NIGHT_SKY,
    card.side ? await drawSide(card.side, copies) : "",
    HILLS,
    isCentred ? await centred(card, copies) : await beside(card, copies),
    await foot(card, brand),
    `<g transform="translate(1084 38)">${brand.logo}</g></svg>`,
  ].join("\n");
}

const NEAR: readonly Fit[] = [
  { size: 92, most: 1 },
  { size: 72, most: 1 },
  { size: 60, most: 2 },
  { size: 46, most: 3 },
];
const FAR: readonly Fit[] = [
  { size: 92, most: 2 },
  { size: 72, most: 3 },
  { size: 58, most: 4 },
];

async function beside(card: Card<string>, copies: Copies): Promise<string> {
  const width = card.side ? BESIDE : WHOLE;
  const parts: string[] = [];
  let y = 68;
  const [mark] = card.marks;
  if (mark) {
    parts.push(await drawMark(mark, copies, LEFT, y, 150));
    y += 150 + 26;
  } else y = 96;
  const write = async (
    text: string,
    style: { fill: string; face: "display" | "text" | "strong" },
    fits: readonly Fit[],
  ) => {
    const drawn = await drawText(text, { x: LEFT, y, width, ...style }, fits);
    parts.push(drawn.svg);
    y += drawn.height;
    return drawn;
  };
  if (card.eyebrow) {
    await write(card.eyebrow, { fill: "#ffd9a8", face: "strong" }, [{ size: 30, most: 1 }]);
    y += 22;
  }
  await write(card.title, { fill: WHITE, face: "display" }, card.side ? NEAR : FAR);
  y += 20;
  const bottom = card.pills.length > 0 ? PILL.y - 10 : 520;
  const most = Math.min(3, Math.floor((bottom - y) / 46));
  if (card.text && most > 0) await write(card.text, { fill: WARM, face: "text" }, [{ size: 37, most }]);
  const { svg } = await pills(card.pills, LEFT);
  return parts.join("") + svg;
}

async function centred(card: Card<string>, copies: Copies): Promise<string> {
  const [side, gap] = [card.marks.length > 1 ? 150 : 176, 56];
  const total = card.marks.length * side + (card.marks.length - 1) * gap;
  const marks = card.marks.map((mark, at) => drawMark(mark, copies, 600 - total / 2 + at * (side + gap), 66, side));
  const middle = { x: 100, width: 1000, isCentred: true };
  const title = await drawText(card.title, { ...middle, y: 66 + side + 26, fill: WHITE, face: "display" }, [
    { size: 88, most: 1 },
    { size: 64, most: 1 },
    { size: 54, most: 2 },
  ]);
  const y = 66 + side + 26 + title.height + 16;
  const most = Math.max(1, Math.floor(((card.pills.length > 0 ? 440 : 540) - y) / 46));
  const text = await drawText(card.text ?? "", { ...middle, y, fill: WARM, face: "text" }, [{ size: 36, most }]);
  const measured = await pills(card.pills, 0);
  const row = `<g transform="translate(${600 - measured.width / 2} -18)">${measured.svg}</g>`;
  return [...(await Promise.all(marks)), title.svg, text.svg, row].join("");
}

/** Pills in a row, from `x` to the right. */
export async function pills(all: readonly Pill<string>[], x: number): Promise<Pick<Drawn, "svg" | "width">> {
  const parts: string[] = [];
  let at = x;
  for (const { text, tone, isVotes } of all) {
    const [pad, icon] = [34, isVotes ? 38 : 0];
    const fill = tone === "gold" ? "#2b0f02" : WHITE;
    const words = await drawText(text, { x: at + pad + icon, y: PILL.y + 17, width: 640, fill, face: "strong" }, [
      { size: 30, most: 1 },
    ]);
    const width = words.width + 2 * pad + icon;
    const shape = `x="${at}" y="${PILL.y}" width="${width}" height="${PILL.height}" rx="32"`;
    parts.push(
      tone === "gold"
        ? `<rect ${shape} fill="#ffd15c"/>`
        : `<rect ${shape} fill="#fff" fill-opacity=".18" stroke="#fff" stroke-opacity=".6" stroke-width="2"/>`,
      isVotes ? `<path d="m${at + pad + 13} ${PILL.y + 21} 13 21h-26z" fill="${fill}"/>` : "",
      words.svg,
    );
    at += width + 18;
  }
  return { svg: parts.join(""), width: Math.max(0, at - x - 18) };
}

async function foot({ foot: text }: Card<string>, { siteName }: Brand): Promise<string> {
  const line = { y: 576, fill: WHITE, face: "strong" } as const;
  const name = await drawText(siteName, { ...line, x: LEFT, width: 500 }, [{ size: 26, most: 1 }]);
  const x = LEFT + name.width + 14;
  const rest = await drawText(text, { ...line, x, width: 1128 - x, fill: "#d9c8ee", face: "text" }, [
    { size: 26, most: 1 },
  ]);
  return name.svg + rest.svg;
}
