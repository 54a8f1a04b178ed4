import { FEES, FREE_ALONE, OFFERS, ONE_TIME } from "#core/prices/payment-words.ts";
import { isRepeating, periodsIn } from "#core/prices/periods.ts";
import type { Quantity } from "#core/prices/quantities.ts";
import { phrasesIn } from "#core/runtime/phrases.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import { onceEach } from "#domain/text/once.ts";
import { cleanLine } from "#domain/text/text.ts";
import { type Candidate, isBody, isHeading, unique } from "../candidate.ts";
import { sectionsOf } from "../claims/other-sections.ts";
import { LEGAL } from "../claims/place-lines.ts";
import { pricesIn, titleOnLine, zeroOf } from "../claims/plans.ts";
import { isLabelledPrice, PAID_VERSION } from "../claims/pricing.ts";
import { namesUs, otherPrice } from "../claims/subject.ts";
import { type Corpus, pathOf } from "../corpus.ts";
import { isA, nodesOf } from "../json-ld.ts";
import { bare, sentencesOf } from "../text.ts";
import { priceCardsOf } from "./price-cards.ts";
import {
  columnTitles,
  endOfPrice,
  hasTitlesBelow,
  isTitleLine,
  type Line,
  linesOf,
  MOST_LABEL,
  MOST_LINE,
  PERIOD_WITHIN,
  startOfPrice,
  titleFor,
} from "./price-lines.ts";

const phrases = phrasesIn("pricing");

/** A price with its plan. `kind` says what zero means. */
export type Price = {
  page: SitePage;
  title: string | null;
  period: string | undefined;
  kind: "asked" | "plan" | "doubtful";
  quote: string;
  last: number;
  /** Whether it is the value of a labelled row: "Price: $4.99". */
  isLabelled: boolean;
  /** The price with its plan, and the page text between them. */
  summary: Candidate;
};

const MOST_PRICES = 60;
const MOST_QUOTE = 380;
/** Maximum blocks of a quote. */
const MOST_BLOCKS = 8;

export const isPricing = (page: SitePage): boolean =>
  page.kind === "pricing" || /pric|preis|tarif|precio|prezz|plans|\bbuy\b/.test(pathOf(page));
/** Excludes sponsorships, gifts and comparison pages. */
export const isOther = (page: SitePage): boolean =>
  /sponsor|donat|compar|-vs-|\/vs|alternative|blog|changelog|news/.test(pathOf(page)) ||
  page.kind === "blog" ||
  page.kind === "changelog";

/** Press kits and legal pages state prices and plans as facts. */
export const isFactual = (page: SitePage): boolean => LEGAL.test(pathOf(page)) || /press|media-?kit/.test(pathOf(page));

/** The product's prices, pricing pages first, then the home page; without any, those stated as facts. */
export function pricesOf(corpus: Corpus): Price[] {
  const pages = corpus.pages.filter((page) => !isOther(page));
  const offered = pricesOnAll(
    pages.filter((page) => isPricing(page) || page === corpus.home),
    corpus,
  );
  return offered.some(({ kind }) => kind === "asked")
    ? offered
    : [...offered, ...pricesOnAll(pages.filter(isFactual), corpus)];
}

function pricesOnAll(pages: SitePage[], corpus: Corpus): Price[] {
  return pages
    .sort((one, other) => Number(isPricing(other)) - Number(isPricing(one)))
    .flatMap((page) => {
      const prices = pricesOn(page, corpus);
      // The head of a table repeats a plan priced elsewhere.
      const isZero = ({ kind, quote }: Price): boolean => kind === "plan" && !FREE_ALONE.test(quote);
      return prices.some(isZero) ? prices.filter((price) => price.kind !== "plan" || isZero(price)) : prices;
    });
}

/** The first plan whose pages disagree on the price, with each statement. */
export function conflictingPrices(corpus: Corpus): Candidate[] {
  const asked = pricesOf(corpus).filter(({ kind, title }) => kind === "asked" && title !== null);
  // A plan has a price per period, and a page may list several editions under one title.
  const plans = Map.groupBy(asked, ({ title, period }) => `${bare(title ?? "")} ${period}`);
  for (const stated of plans.values()) {
    const perPage = [...Map.groupBy(stated, ({ page }) => page).values()];
    if (perPage.length < 2 || perPage.some((prices) => prices.length > 1)) continue;
    const differing = unique(stated, ({ quote }) => pricesIn(quote).map(amountOf).join(" "));
    if (differing.length > 1) return differing.map(({ summary }) => summary);
  }
  return [];
}
const amountOf = ({ amount, currency }: Quantity): string => `${amount} ${currency}`;

/** Plan titles of a page, from its prices. */
export const plansOn = (page: SitePage, corpus: Corpus): string[] =>
  pricesOn(page, corpus).flatMap(({ title }) => title ?? []);

const known = new WeakMap<Corpus, Map<SitePage, Price[]>>();

function pricesOn(page: SitePage, corpus: Corpus): Price[] {
  const pages = known.get(corpus) ?? new Map<SitePage, Price[]>();
  known.set(corpus, pages);
  const prices = pages.get(page) ?? readPrices(page, corpus);
  pages.set(page, prices);
  return prices;
}

function readPrices(page: SitePage, corpus: Corpus): Price[] {
  const lines = linesOf(page);
  const texts = lines.map(({ text }) => text);
  const { others, pricing } = sectionsOf(page);
  const columns = columnTitles(lines);
  const heads = new Set(columns.values());
  const found: Price[] = [];
  const isBelow = hasTitlesBelow(lines);
  const cards = priceCardsOf(page);
  for (const [at, line] of lines.entries()) {
    if (found.length >= MOST_PRICES) break;
    if (line.text.length > MOST_LINE || others.has(line.block)) continue;
    const amounts = pricesIn(line.text);
    const isFreeCard = amounts.length === 0 && cards.free.has(line.block);
    if (amounts.length === 0 && !isFreeCard && !FREE_ALONE.test(line.text)) continue;
    const column = columns.get(at);
    if (heads.has(at)) continue;
    const end = amounts.length === 0 ? at : endOfPrice(lines, at, (line) => cards.start.get(line.block));
    const own = column === undefined ? titleOnLine(line.text) : undefined;
    const above = column ?? titleFor(lines, texts, at, cards.start.get(line.block));
    const below = isTitleLine(lines[end + 1]) ? end + 1 : undefined;
    const titleAt = own !== undefined ? undefined : isBelow ? below : above;
    const title = own ?? texts[titleAt ?? -1] ?? null;
    if (column !== undefined && isRivalColumn(column, columns, texts, corpus)) continue;
    const zero = isFreeCard ? "plan" : zeroOf(line.text, title ?? undefined);
    const isFree = isFreeCard || (amounts.length === 0 && isFreePlan(line, lines.slice(at + 1, at + 4), zero));
    if (zero === "other" || (amounts.length === 0 && !isFree)) continue;
    if (amounts.length > 0 && (otherPrice(line.text, corpus) !== null || isFee(lines, at))) continue;
    const isOurs = title !== null && column !== undefined && namesUs(title, corpus);
    const isListed = pricing.has(line.block) || cards.asking.has(line.block);
    const spoken = texts.slice(at, end + 1).join(" ");
    const isLabelled = isLabelledPrice(line.text, page);
    const isStated =
      isLabelled ||
      (page === corpus.home ? isOffered(texts, at) || (own !== undefined && isShop(corpus)) : isPlanOnLine(line.text));
    if (!isOurs && !isPricing(page) && !isListed && !isStated) continue;
    const isOnce = ONE_TIME.test(spoken);
    const [known] = found.slice(-1);
    if (title === null && known?.title && known.last >= at - 1 && sameAmounts(known.quote, spoken)) {
      restate(known, spoken, summaryOf(page, lines, { from: known.last, end, titleAt: undefined }));
      continue;
    }
    found.push({
      page,
      title,
      period: isOnce ? "once" : pricesIn(spoken).flatMap(({ periods }) => periods)[0],
      kind: isFree ? "plan" : (zero ?? "asked"),
      last: end,
      isLabelled,
      quote: spoken,
      summary: summaryOf(page, lines, { from: startOfPrice(lines, at), end, titleAt }),
    });
  }
  return found;
}

export const sameAmounts = (one: string, other: string): boolean => {
  const amounts = pricesIn(other).map(({ amount }) => amount);
  return amounts.length > 0 && pricesIn(one).every(({ amount }) => amounts.includes(amount));
};

/** "Plus $20", and on the next line "Price/month $20". */
function restate(known: Price, spoken: string, again: Candidate): void {
  const [period] = [...pricesIn(spoken).flatMap(({ periods }) => periods), ...periodsIn(spoken)];
  if (known.period !== undefined || period === undefined) return;
  known.period = period;
  known.quote = again.quote;
  known.summary = { ...again, value: cleanLine(`${known.title} ${spoken}`) };
}

/** "Free" instead of an amount: below a plan's title, or as the title. */
function isFreePlan({ block, text }: Line, next: Line[], zero: ReturnType<typeof zeroOf>): boolean {
  if (zero === undefined || !FREE_ALONE.test(text)) return false;
  // "€0" below the title "Free" is that plan.
  const isTitled = next.some((line) => zeroOf(line.text.slice(0, MOST_LINE), text) === "plan");
  if (isTitled) return false;
  return zero === "plan" ? block.tag !== "td" : isHeading(block) || block.tag === "th" || block.tag === "dt";
}

const CART = new RegExp(phrases("cart"), "i");

/** Whether a website sells goods: it has a cart, or calls itself a store in structured data. */
export const isShop = onceEach(({ pages }: Corpus): boolean =>
  pages.some(
    (page) => page.links.some(({ href }) => CART.test(href)) || nodesOf(page).some((node) => isA(node, /Store$/)),
  ),
);

/** "Pro plan (€4.99/month): …" */
const isPlanOnLine = (text: string): boolean =>
  PAID_VERSION.test(text.slice(0, MOST_LABEL)) && periodsIn(text.slice(0, MOST_LABEL * 2)).some(isRepeating);

/** Whether the words above call an amount a total or fee. */
function isFee(lines: Line[], at: number): boolean {
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

/** In tables that compare products, columns other than ours are rivals. */
function isRivalColumn(column: number, columns: Map<number, number>, texts: string[], corpus: Corpus): boolean {
  const isOurs = (at: number): boolean => namesUs(given(texts[at]), corpus);
  return !isOurs(column) && [...new Set(columns.values())].filter(isOurs).length === 1;
}

/** Of a longer line, only the sentence with the price is told. */
const MOST_SUMMARY = 120;

type Span = { from: number; end: number; titleAt: number | undefined };

function summaryOf(page: SitePage, lines: Line[], { from, end, titleAt }: Span): Candidate {
  const words = (first: number, last: number): string =>
    page.blocks
      .slice(given(lines[first]).first, given(lines[last]).last + 1)
      .filter(isBody)
      .map(({ text }) => text)
      .join(" ");
  const all = words(from, end);
  const price = all.length <= MOST_SUMMARY ? all : (sentencesOf(all).find((part) => pricesIn(part).length > 0) ?? all);
  const alone = { value: cleanLine(price), page: page.id, quote: price };
  const title = lines[titleAt ?? -1]?.text;
  if (titleAt === undefined || title === undefined || bare(price).startsWith(bare(title))) return alone;
  const [first, last] = [Math.min(titleAt, from), Math.max(titleAt, end)];
  const quote = words(first, last);
  const isQuotable = quote.length <= MOST_QUOTE && given(lines[last]).last - given(lines[first]).first < MOST_BLOCKS;
  return isQuotable ? { value: cleanLine(`${title} ${price}`), page: page.id, quote } : alone;
}

export const onePerPlan = (prices: Price[]): Price[] =>
  unique(prices, ({ title, summary }) => (title === null ? bare(summary.value) : bare(title)));
