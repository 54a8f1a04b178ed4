import type { Block, SitePage } from "../../domain/site.ts";
import { type Candidate, isBody, isHeading, unique } from "../candidate.ts";
import { sectionsOf } from "../claims/other-sections.ts";
import { FEES, FREE_ALONE, FROM_WORDS, OFFERS, ONE_TIME, ONLY_WORDS } from "../claims/payment-words.ts";
import { periodsIn } from "../claims/periods.ts";
import { isTitle, pricesIn, titleAbove, zeroOf } from "../claims/plans.ts";
import { namesUs, otherPrice } from "../claims/subject.ts";
import { type Corpus, pathOf } from "../corpus.ts";
import { bare, cleanValue } from "../text.ts";

/** A price with its plan. `kind` tells what an amount of zero stands for. */
export type Price = {
  page: SitePage;
  title: string | null;
  amount: number;
  period: string | undefined;
  kind: "asked" | "plan" | "doubtful";
  /** The words of the price alone, as they stand on the page. */
  quote: string;
  /** The price with its plan, and the words of the page from one to the other. */
  summary: Candidate;
};

/** A line of a page as people read it: "$", "29" and "/month" in blocks of their own are one. */
type Line = { text: string; first: number; last: number; block: Block };

const MOST_PRICES = 60;
const MOST_LINE = 300;
const MOST_QUOTE = 380;
const MOST_LABEL = 40;
/** So many lines after an amount may tell its period. */
const PERIOD_WITHIN = 3;

export const isPricing = (page: SitePage): boolean =>
  page.kind === "pricing" || /pric|preis|tarif|precio|prezz|plans|\bbuy\b/.test(pathOf(page));
/** Sponsorships and gifts have prices too, and comparison pages show other products' prices. */
export const isOther = (page: SitePage): boolean =>
  /sponsor|donat|compar|-vs-|\/vs|alternative|blog|changelog|news/.test(pathOf(page)) ||
  page.kind === "blog" ||
  page.kind === "changelog";

/** The prices of the product on its pricing pages and its home page, pricing pages first. */
export function pricesOf(corpus: Corpus): Price[] {
  const pages = corpus.pages.filter((page) => !isOther(page) && (isPricing(page) || page === corpus.home));
  return pages
    .sort((one, other) => Number(isPricing(other)) - Number(isPricing(one)))
    .flatMap((page) => pricesOn(page, corpus));
}

function pricesOn(page: SitePage, corpus: Corpus): Price[] {
  const lines = linesOf(page);
  const texts = lines.map(({ text }) => text);
  const { others, pricing } = sectionsOf(page);
  const columns = columnTitles(lines);
  const found: Price[] = [];
  for (const [at, line] of lines.entries()) {
    if (found.length >= MOST_PRICES) break;
    if (line.text.length > MOST_LINE || others.has(line.block)) continue;
    const amounts = pricesIn(line.text);
    if (amounts.length === 0 && !FREE_ALONE.test(line.text)) continue;
    const column = columns.get(at);
    const above = column ?? titleFor(lines, texts, at);
    const title = above === undefined ? null : texts[above]!;
    if (column !== undefined && isRivalColumn(column, columns, texts, corpus)) continue;
    const zero = zeroOf(line.text, title ?? undefined);
    const isFree = amounts.length === 0 && isFreePlan(lines, at, zero);
    if (zero === "other" || (amounts.length === 0 && !isFree)) continue;
    if (amounts.length > 0 && (otherPrice(line.text, corpus) !== null || isLabelled(lines, at))) continue;
    const isOurs = title !== null && column !== undefined && namesUs(title, corpus);
    if (!isOurs && !isPricing(page) && !pricing.has(line.block) && !isOffered(texts, at)) continue;
    const end = amounts.length === 0 ? at : endOfPrice(lines, at);
    const spoken = texts.slice(at, end + 1).join(" ");
    const isOnce = ONE_TIME.test(spoken);
    found.push({
      page,
      title,
      amount: Number(amounts[0]?.amount ?? 0),
      period: isOnce ? "once" : pricesIn(spoken).flatMap(({ periods }) => periods)[0],
      kind: isFree ? "plan" : (zero ?? "asked"),
      quote: spoken,
      summary: summaryOf(page, lines, {
        from: startOfPrice(texts, at),
        at,
        end,
        above,
      }),
    });
  }
  return found;
}

const isSign = (text: string): boolean => text.length <= 4 && pricesIn(`${text} 1`).length > 0;
const isNumber = (text: string): boolean => text.length <= 12 && /^\d[\d.,' ]*$/.test(text);

function linesOf({ blocks }: SitePage): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    const next = blocks[at + 1]?.text ?? "";
    if (!isBody(block)) continue;
    const isSplit = (isSign(block.text) && isNumber(next)) || (isNumber(block.text) && isSign(next));
    const text = isSplit ? `${block.text} ${next}` : block.text;
    lines.push({ text, first: at, last: isSplit ? at + 1 : at, block });
    if (isSplit) at++;
  }
  return lines;
}

/** The line with the title of a price's plan: the nearest heading, or else the words right above. */
function titleFor(lines: Line[], texts: string[], at: number): number | undefined {
  const nearest = titleAbove(texts, at);
  if (nearest === undefined) return undefined;
  for (let above = at - 1; above >= Math.max(0, at - 4); above--) {
    if (pricesIn(texts[above]!.slice(0, MOST_LINE)).length > 0) break;
    if (!isHeading(lines[above]!.block)) continue;
    if (isTitle(texts[above]!)) return above;
    break;
  }
  // Words of a sentence or a button further up name no plan.
  const isNear = nearest >= at - 1 - Number(startOfPrice(texts, at) < at);
  return isNear && lines[nearest]!.block.tag !== "button" ? nearest : undefined;
}

/** "Free" instead of an amount: under the title of a plan, or as the title of one itself. */
function isFreePlan(lines: Line[], at: number, zero: ReturnType<typeof zeroOf>): boolean {
  const { block, text } = lines[at]!;
  if (zero === undefined || !FREE_ALONE.test(text)) return false;
  // "€0" below the title "Free" is that plan.
  const isTitled = lines.slice(at + 1, at + 4).some((line) => zeroOf(line.text.slice(0, MOST_LINE), text) === "plan");
  if (isTitled) return false;
  return zero === "plan" ? block.tag !== "td" : isHeading(block) || block.tag === "th" || block.tag === "dt";
}

const PREFIX = new RegExp(`^(?:${FROM_WORDS}|${ONLY_WORDS})$`, "iu");
/** "From" in a line of its own belongs to the price below it. */
const startOfPrice = (texts: string[], at: number): number => (PREFIX.test(texts[at - 1] ?? "") ? at - 1 : at);

/** The line up to which the period of an amount, or the word that there is none, reaches. */
function endOfPrice(lines: Line[], at: number): number {
  if (periodsIn(lines[at]!.text).length > 0 || ONE_TIME.test(lines[at]!.text)) return at;
  if (lines[at]!.text.length >= MOST_LABEL) return at;
  for (let end = at + 1; end <= Math.min(lines.length - 1, at + PERIOD_WITHIN); end++) {
    const { text, block } = lines[end]!;
    if (text.length > 60 || isHeading(block) || pricesIn(text).length > 0) return at;
    if (periodsIn(text).length > 0 || ONE_TIME.test(text)) return end;
  }
  return at;
}

/** Whether the words right above say that an amount is a total or a fee. */
function isLabelled(lines: Line[], at: number): boolean {
  const above = lines[at - 1];
  return (
    above !== undefined && above.text.length <= MOST_LABEL && FEES.test(above.text) && pricesIn(above.text).length === 0
  );
}

/** Whether the words around an amount on a home page offer something for it. */
const isOffered = (texts: string[], at: number): boolean =>
  texts
    .slice(Math.max(0, at - 2), at + PERIOD_WITHIN + 1)
    .some((text) => text.length <= MOST_LINE && OFFERS.test(text));

/** In a row of prices each column has its title in the head of the table: line of a price -> line of its title. */
function columnTitles(lines: Line[]): Map<number, number> {
  const titles = new Map<number, number>();
  let head: number[] = [];
  let row: number[] = [];
  const closeRow = (): void => {
    const own = head.slice(-row.length);
    if (row.length >= 2 && own.length === row.length && own.every((at) => isTitle(lines[at]!.text)))
      for (const [index, at] of row.entries()) titles.set(at, own[index]!);
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

/** In a table whose columns are products, one of them this one, the others are rivals. */
function isRivalColumn(column: number, columns: Map<number, number>, texts: string[], corpus: Corpus): boolean {
  const names = [...new Set(columns.values())].map((at) => texts[at]!);
  return !namesUs(texts[column]!, corpus) && names.filter((name) => namesUs(name, corpus)).length === 1;
}

type Span = { from: number; at: number; end: number; above: number | undefined };

function summaryOf(page: SitePage, lines: Line[], { from, at, end, above }: Span): Candidate {
  const words = (first: number, last: number): string =>
    page.blocks
      .slice(lines[first]!.first, lines[last]!.last + 1)
      .filter(isBody)
      .map(({ text }) => text)
      .join(" ");
  const price = words(from, end);
  const title = above === undefined ? undefined : lines[above]!.text;
  if (above === undefined || title === undefined || bare(price).startsWith(bare(title)))
    return { value: cleanValue(price), page: page.id, quote: price };
  const whole = words(above, Math.max(at, end));
  const isQuotable = whole.length <= MOST_QUOTE && lines[end]!.last - lines[above]!.first < 8;
  if (!isQuotable) return { value: cleanValue(price), page: page.id, quote: price };
  return { value: cleanValue(`${title} ${price}`), page: page.id, quote: whole };
}

/** One price for each plan, in the order of the page. */
export const onePerPlan = (prices: Price[]): Price[] =>
  unique(prices, ({ title, summary }) => (title === null ? bare(summary.value) : bare(title)));
