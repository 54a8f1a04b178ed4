import { SHARE_FORMATS, type ShareFormat } from "../../kit/preview.ts";
import type { Card } from "./card.ts";
import { PILL, pills } from "./card-picture.ts";
import { clipped, drawCopy, drawMark, type Kit } from "./shapes.ts";
import type { Fit } from "./text.ts";

type Piece = { height: number; gap: number; draw: (y: number) => string | Promise<string> };

export async function sharePicture(
  card: Card<string>,
  siteName: string,
  kit: Kit,
  format: ShareFormat,
): Promise<string> {
  const { width, height } = SHARE_FORMATS[format];
  const unit = Math.min(width, height);
  const { ground, pen } = kit;
  const pieces = await piecesOf(card, kit, { width, unit, isTall: height >= 1.2 * width });
  const total = pieces.reduce((sum, piece, index) => sum + piece.height + (index > 0 ? piece.gap : 0), 0);
  let y = Math.max(0.05 * height, (0.9 * height - total) / 2);
  const drawn: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) y += piece.gap;
    drawn.push(await piece.draw(y));
    y += piece.height;
  }
  const foot = [siteName, card.foot].filter(Boolean).join("  ·  ");
  const name = await pen(
    foot,
    { x: 0, y: height - 0.055 * height, width, fill: ground.foot, face: "strong", isCentred: true },
    [{ size: 0.028 * unit, most: 1 }],
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ` +
    `${height}">${ground.back(width, height)}${ground.front(width, height)}${drawn.join("")}${name.svg}</svg>`
  );
}

type Room = { width: number; unit: number; isTall: boolean };

async function piecesOf(card: Card<string>, kit: Kit, { width, unit, isTall }: Room): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const { copies, ground, pen } = kit;
  const [mark] = card.marks;
  const side = (isTall ? 0.26 : 0.22) * unit;
  if (mark) pieces.push({ height: side, gap: 0, draw: (y) => drawMark(mark, kit, (width - side) / 2, y, side) });
  const text = async (
    words: string,
    style: { fill: string; face: "display" | "text"; gap: number },
    fits: readonly Fit[],
  ): Promise<void> => {
    const place = { x: 0.07 * width, width: 0.86 * width, isCentred: true, ...style };
    const { height } = await pen(words, { ...place, y: 0 }, fits);
    pieces.push({ height, gap: style.gap, draw: async (y) => (await pen(words, { ...place, y }, fits)).svg });
  };
  await text(card.title, { fill: ground.ink, face: "display", gap: 0.05 * unit }, [
    { size: 0.12 * unit, most: 1 },
    { size: 0.09 * unit, most: 2 },
    { size: 0.065 * unit, most: 3 },
  ]);
  if (card.text)
    await text(card.text, { fill: ground.soft, face: "text", gap: 0.03 * unit }, [{ size: 0.046 * unit, most: 3 }]);
  if (card.pills.length > 0) {
    const measured = await pills(card.pills, 0, kit);
    const scale = Math.min(unit / 720, (0.9 * width) / measured.width);
    const at = (y: number) =>
      `translate(${(width - scale * measured.width) / 2} ${y - scale * PILL.y}) scale(${scale})`;
    pieces.push({
      height: scale * PILL.height,
      gap: 0.05 * unit,
      draw: (y) => `<g transform="${at(y)}">${measured.svg}</g>`,
    });
  }
  const copy = isTall && card.side?.kind === "picture" ? copies.get(card.side.url) : undefined;
  if (copy) {
    const box = { x: 0.08 * width, width: 0.84 * width, height: 0.5 * width };
    pieces.push({
      height: box.height,
      gap: 0.06 * unit,
      draw: (y) =>
        clipped(
          box.x,
          y,
          box.width,
          box.height,
          Math.min(0.03 * unit, ground.radius),
          drawCopy(copy, { ...box, y }, "xMidYMin"),
        ),
    });
  }
  return pieces;
}
