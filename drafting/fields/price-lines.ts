import { BADGES, FOREVER_WORDS, FREE_ALONE, FROM_WORDS, ONE_TIME, ONLY_WORDS } from "#core/prices/payment-words.ts";
import { periodsIn } from "#core/prices/periods.ts";
import type { Block, SitePage } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import { isBody, isHeading } from "../candidate.ts";
import { isTitle, pricesIn, titleAbove } from "../claims/plans.ts";

/** A visual line: "$", "29" and "/month" in separate blocks are joined. */
export type Line = { text: string; first: number; last: number; block: Block };

export const MOST_LINE = 300;
export const MOST_LABEL = 40;
/** Lines after an amount that may contain its period. */
export const PERIOD_WITHIN = 3;
/** Maximum prices compared to detect card layouts. */
const MOST_CARDS = 60;

const isSign = (text: string): boolean => text.length <= 4 && pricesIn(`${text} 1`).length > 0;
/** "€", or "€ / month". */
const startsWithSign = (text: string): boolean =>
  isSign(text) || (text.length <= MOST_LABEL && !/\d/.test(text) && pricesIn(`1 ${text}`)[0]?.periods[0] !== undefined);
const isNumber = (text: string): boolean => text.length <= 12 && /^\d[\d.,' ]*$/.test(text);

export function linesOf({ blocks }: SitePage): Line[] {
  const lines: Line[] = [];
  for (const [at, block] of blocks.entries()) {
    const next = blocks[at + 1]?.text ?? "";
    if (!isBody(block) || lines.at(-1)?.last === at) continue;
    const isSplit = (isSign(block.text) && isNumber(next)) || (isNumber(block.text) && startsWithSign(next));
    const text = isSplit ? `${block.text} ${next}` : block.text;
    lines.push({ text, first: at, last: isSplit ? at + 1 : at, block });
  }
  return lines;
}

/**
 * The title line of a price's plan: the nearest heading, or the words directly above, on its card.
 */
export function titleFor(lines: Line[], texts: string[], at: number, card = 0): number | undefined {
  const first = card > 0 ? firstOnCard(lines, card, at) : undefined;
  if (first !== undefined) return first;
  const nearest = titleAbove(texts, at);
  const title = lines[nearest ?? -1];
  if (nearest === undefined || !title || title.last < card) return undefined;
  const isCell =
    nearest === at - 1 && /^(td|dd)$/.test(lines[at]?.block.tag ?? "") && /^(td|th|dt)$/.test(title.block.tag);
  if (isCell) return nearest;
  for (let above = at - 1; above >= at - 4; above--) {
    const line = lines[above];
    if (!line || line.last < card || pricesIn(line.text.slice(0, MOST_LINE)).length > 0) break;
    if (!isHeading(line.block) || line.block.tag === "h1") continue;
    if (isTitle(line.text)) return above;
    break;
  }
  // Sentences and buttons further up do not name a plan.
  const isNear = nearest >= at - 1 - Number(startOfPrice(lines, at) < at);
  return isNear && title.block.tag !== "button" ? nearest : undefined;
}

const MOST_HEAD = 4;
/** A plan's name is first on its card and may be "Monthly"; its audience follows. */
function firstOnCard(lines: Line[], card: number, at: number): number | undefined {
  const start = lines.findIndex(({ last }) => last >= card);
  if (start < 0 || at - start > MOST_HEAD) return undefined;
  const head = lines.slice(start, at).findIndex(({ text }) => !BADGES.test(text));
  const text = lines[start + head]?.text ?? "";
  const isName = isTitle(text) || FREE_ALONE.test(text) || (text.length <= MOST_NAME && periodsIn(text).length === 1);
  return head >= 0 && isName ? start + head : undefined;
}
const MOST_NAME = 16;

const PREFIX = new RegExp(`^(?:${FROM_WORDS}|${ONLY_WORDS})$`, "iu");
/** A separate line "From" belongs to the price below. */
export const startOfPrice = (lines: Line[], at: number): number => {
  const above = lines[at - 1];
  return above && PREFIX.test(above.text) && !isHeading(above.block) ? at - 1 : at;
};

/** The last line with an amount's period, or the statement that there is none. */
export function endOfPrice(lines: Line[], at: number, cardOf: (line: Line) => number | undefined = () => 0): number {
  const line = given(lines[at]);
  if (periodsIn(line.text).length > 0 || ONE_TIME.test(line.text) || line.text.length >= MOST_LABEL) return at;
  for (const [ahead, next] of lines.slice(at + 1, at + 1 + PERIOD_WITHIN).entries()) {
    const { text, block } = next;
    if (text.length > 60 || isHeading(block) || pricesIn(text).length > 0) return at;
    // Below a price, a list says what the plan includes.
    if (block.tag === "li" && line.block.tag !== "li") return at;
    if (cardOf(next) !== cardOf(line)) return at;
    if (periodsIn(text).length > 0 || ONE_TIME.test(text) || FOREVER.test(text)) return at + 1 + ahead;
  }
  return at;
}
const FOREVER = new RegExp(`^(?:(?:${FOREVER_WORDS}|free)\\s?)+$`, "iu");

/** Column titles of price tables: price line -> title line. */
export function columnTitles(lines: Line[]): Map<number, number> {
  const titles = new Map<number, number>();
  let head: number[] = [];
  let row: number[] = [];
  const closeRow = (): void => {
    // The cell before a row of prices may be its label.
    const own = [head.slice(-row.length), head.slice(-row.length - 1, -1)].find(
      (cells) =>
        cells.length === row.length &&
        cells.every((at) => isTitle(lines[at]?.text ?? "") || FREE_ALONE.test(lines[at]?.text ?? "")),
    );
    if (row.length >= 2 && own) for (const [index, title] of own.entries()) titles.set(given(row[index]), title);
    row = [];
  };
  for (const [at, { text, block }] of lines.entries()) {
    const isCell = block.tag === "td" || (block.tag === "th" && row.length > 0);
    if (isCell && text.length <= MOST_LINE && (pricesIn(text).length > 0 || FREE_ALONE.test(text))) {
      row.push(at);
      continue;
    }
    closeRow();
    if (block.tag === "th") head = lines[at - 1]?.block.tag === "th" ? [...head, at] : [at];
    else if (block.tag !== "td") head = [];
  }
  closeRow();
  return titles;
}

export const isTitleLine = (line: Line | undefined): boolean =>
  line !== undefined && isHeading(line.block) && line.block.tag !== "h1" && isTitle(line.text);

/** Whether titles are below prices: every price has one, and none is above the first. */
export function hasTitlesBelow(lines: Line[]): boolean {
  const priced = lines.flatMap(({ text }, at) => (text.length <= MOST_LABEL && pricesIn(text).length > 0 ? [at] : []));
  const [first = 0] = priced;
  return (
    priced.length >= 2 &&
    priced.length <= MOST_CARDS &&
    !lines.slice(Math.max(0, first - PERIOD_WITHIN), first).some(isTitleLine) &&
    priced.every((at) => isTitleLine(lines[endOfPrice(lines, at) + 1]))
  );
}
