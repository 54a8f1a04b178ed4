import { PREVIEW_SIZE } from "../../kit/preview.ts";
import type { LogoDrawing } from "./brand.ts";
import type { Card, Pill } from "./card.ts";
import { drawMark, type Kit } from "./shapes.ts";
import { drawSide } from "./sides.ts";
import type { Drawn, Fit } from "./text.ts";

const LEFT = 72;
const BESIDE = 510;
const WHOLE = 1056;
export const PILL = { y: 462, height: 64 };

const LOGO = { x: 1084, y: 38, size: 64 };

/** A card as SVG that needs no font. */
export async function cardPicture(card: Card<string>, siteName: string, logo: LogoDrawing, kit: Kit): Promise<string> {
  const isCentred = !card.side && card.marks.length > 0;
  const { width, height } = PREVIEW_SIZE;
  const { ground } = kit;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ground.back(width, height, card.side !== undefined),
    card.side ? await drawSide(card.side, kit) : "",
    ground.front(width, height),
    isCentred ? await centred(card, kit) : await beside(card, kit),
    await foot(card, siteName, kit),
    `${logo(LOGO)}</svg>`,
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

async function beside(card: Card<string>, kit: Kit): Promise<string> {
  const { ground, pen } = kit;
  const width = card.side ? BESIDE : WHOLE;
  const parts: string[] = [];
  let y = 68;
  const [mark] = card.marks;
  if (mark) {
    parts.push(await drawMark(mark, kit, LEFT, y, 150));
    y += 150 + 26;
  } else y = 96;
  const write = async (
    text: string,
    style: { fill: string; face: "display" | "text" | "strong" },
    fits: readonly Fit[],
  ) => {
    const drawn = await pen(text, { x: LEFT, y, width, ...style }, fits);
    parts.push(drawn.svg);
    y += drawn.height;
    return drawn;
  };
  if (card.eyebrow) {
    await write(card.eyebrow, { fill: ground.eyebrow, face: "strong" }, [{ size: 30, most: 1 }]);
    y += 22;
  }
  await write(card.title, { fill: ground.ink, face: "display" }, card.side ? NEAR : FAR);
  y += 20;
  const bottom = card.pills.length > 0 ? PILL.y - 10 : 520;
  const most = Math.min(3, Math.floor((bottom - y) / 46));
  if (card.text && most > 0) await write(card.text, { fill: ground.soft, face: "text" }, [{ size: 37, most }]);
  const { svg } = await pills(card.pills, LEFT, kit);
  return parts.join("") + svg;
}

async function centred(card: Card<string>, kit: Kit): Promise<string> {
  const { ground, pen } = kit;
  const [side, gap] = [card.marks.length > 1 ? 150 : 176, 56];
  const total = card.marks.length * side + (card.marks.length - 1) * gap;
  const marks = card.marks.map((mark, at) => drawMark(mark, kit, 600 - total / 2 + at * (side + gap), 66, side));
  const middle = { x: 100, width: 1000, isCentred: true };
  const title = await pen(card.title, { ...middle, y: 66 + side + 26, fill: ground.ink, face: "display" }, [
    { size: 88, most: 1 },
    { size: 64, most: 1 },
    { size: 54, most: 2 },
  ]);
  const y = 66 + side + 26 + title.height + 16;
  const most = Math.max(1, Math.floor(((card.pills.length > 0 ? 440 : 540) - y) / 46));
  const text = await pen(card.text ?? "", { ...middle, y, fill: ground.soft, face: "text" }, [{ size: 36, most }]);
  const measured = await pills(card.pills, 0, kit);
  const row = `<g transform="translate(${600 - measured.width / 2} -18)">${measured.svg}</g>`;
  return [...(await Promise.all(marks)), title.svg, text.svg, row].join("");
}

/** Pills in a row, from `x` to the right. */
export async function pills(
  all: readonly Pill<string>[],
  x: number,
  { pen, ground }: Kit,
): Promise<Pick<Drawn, "svg" | "width">> {
  const parts: string[] = [];
  let at = x;
  for (const { text, tone, isVotes } of all) {
    const [pad, icon] = [34, isVotes ? 38 : 0];
    const { fill, shape } = tone === "gold" ? { fill: "#2b0f02", shape: `fill="#ffd15c"` } : ground.pill;
    const place = { x: at + pad + icon, y: PILL.y + 17, width: 640, fill, face: "strong" } as const;
    const words = await pen(text, place, [{ size: 30, most: 1 }]);
    const width = words.width + 2 * pad + icon;
    const radius = Math.min(PILL.height / 2, ground.buttonRadius);
    parts.push(
      `<rect x="${at}" y="${PILL.y}" width="${width}" height="${PILL.height}" rx="${radius}" ${shape}/>`,
      isVotes ? `<path d="m${at + pad + 13} ${PILL.y + 21} 13 21h-26z" fill="${fill}"/>` : "",
      words.svg,
    );
    at += width + 18;
  }
  return { svg: parts.join(""), width: Math.max(0, at - x - 18) };
}

async function foot({ foot: text }: Card<string>, siteName: string, { pen, ground }: Kit): Promise<string> {
  const line = { y: 576, fill: ground.foot, face: "strong" } as const;
  const name = await pen(siteName, { ...line, x: LEFT, width: 500 }, [{ size: 26, most: 1 }]);
  const x = LEFT + name.width + 14;
  const rest = await pen(text, { ...line, x, width: 1128 - x, fill: ground.footSoft, face: "text" }, [
    { size: 26, most: 1 },
  ]);
  return name.svg + rest.svg;
}
