import type { CardSide, Mark } from "./card.ts";
import { clipped, coloursOf, drawCopy, drawMark, type Kit } from "./shapes.ts";

const FRAME = { x: 612, y: 140, width: 660, height: 412 };

export async function drawSide(side: CardSide, kit: Kit): Promise<string> {
  switch (side.kind) {
    case "picture": {
      const copy = kit.copies.get(side.url);
      return copy ? framed(drawCopy(copy, FRAME, "xMidYMin"), kit) : "";
    }
    case "poster":
      return poster(side.mark, kit);
    case "steps":
      return steps(side.marks, kit);
    case "tiles":
      return tiles(side.marks, kit);
  }
}

function framed(inner: string, { ground: { radius, shade, edge } }: Kit): string {
  const { x, y, width, height } = FRAME;
  return (
    `<rect x="${x - 8}" y="${y + 14}" width="${width + 16}" height="${height + 16}" rx="${radius}" ${shade}/>` +
    `${clipped(x, y, width, height, radius, inner)}<rect x="${x}" y="${y}" width="${width}" height="${height}" ` +
    `rx="${radius}" fill="none" ${edge} stroke-width="3"/>`
  );
}

async function poster(mark: Mark, kit: Kit): Promise<string> {
  const { x, y, width, height } = FRAME;
  const { hue, tint } = coloursOf(mark.hue);
  return framed(
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${tint}"/><circle cx="${x + 60}" cy="${y + 360}" ` +
      `r="210" fill="${hue}" opacity=".14"/><circle cx="${x + 560}" cy="${y + 20}" r="260" fill="${hue}" ` +
      `opacity=".18"/>${await drawMark(mark, { ...kit, ground: { ...kit.ground, isLight: false } }, x + 205, y + 105, 190)}`,
    kit,
  );
}

const STEPS = [
  { at: 1, x: 640, top: 390, fill: "#d9dbe6" },
  { at: 0, x: 812, top: 330, fill: "#ffd15c" },
  { at: 2, x: 984, top: 430, fill: "#e3a878" },
] as const;
const STEP_WIDTH = 160;
const STEP_MARK = 128;

async function steps(marks: readonly Mark[], kit: Kit): Promise<string> {
  const drawn = STEPS.map(async ({ at, x, top, fill }) => {
    const mark = marks[at];
    if (!mark) return "";
    const place = { x, y: top + 18, width: STEP_WIDTH, fill: "#2b0f02", face: "display", isCentred: true } as const;
    const number = await kit.pen(String(at + 1), place, [{ size: 52, most: 1 }]);
    return `<rect x="${x}" y="${top}" width="${STEP_WIDTH}" height="240" rx="18" fill="${fill}"/>${number.svg}${await drawMark(
      mark,
      kit,
      x + (STEP_WIDTH - STEP_MARK) / 2,
      top - STEP_MARK - 18,
      STEP_MARK,
    )}`;
  });
  return (await Promise.all(drawn)).join("");
}

const TILES = [
  { x: 660, y: 150, side: 210 },
  { x: 890, y: 120, side: 170 },
  { x: 900, y: 314, side: 210 },
  { x: 700, y: 384, side: 150 },
] as const;

async function tiles(marks: readonly Mark[], kit: Kit): Promise<string> {
  const drawn = TILES.map(({ x, y, side }, at) => (marks[at] ? drawMark(marks[at], kit, x, y, side) : ""));
  return (await Promise.all(drawn)).join("");
}
