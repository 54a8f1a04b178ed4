import { FEES, FREE_ALONE, TRIAL } from "#core/prices/payment-words.ts";
import { isRepeating, periodsIn } from "#core/prices/periods.ts";
import type { Block, SitePage } from "#domain/drafts/site.ts";
import { type PageRecord, recordsOf } from "../records.ts";

/** Plan cards of a page by block. A single price may be on any card. */
export type PriceCards = {
  /** Index where the card of a block begins. */
  start: ReadonlyMap<Block, number>;
  /** Blocks of price cards: rows where at least one price recurs. */
  asking: ReadonlySet<Block>;
  /** "Free, local use" on a card beside one with a price. */
  free: ReadonlySet<Block>;
};

export function priceCardsOf(page: SitePage): PriceCards {
  const start = new Map<Block, number>();
  const asking = new Set<Block>();
  const free = new Set<Block>();
  for (const { records } of recordsOf(page)) {
    const priced = records.filter(({ price }) => price !== null);
    if (priced.length > 0)
      for (const { price, place } of records)
        if (price === null)
          for (const block of page.blocks.slice(place.from, Math.min(place.to, place.from + MOST_ABOVE_FREE)))
            if (saysFree(block.text)) free.add(block);
    if (priced.length < 2) continue;
    const isAsking = priced.some(isRepeated);
    for (const { place } of priced)
      for (const block of page.blocks.slice(place.from, place.to)) {
        start.set(block, place.from);
        if (isAsking) asking.add(block);
      }
  }
  return { start, asking, free };
}

/** Title, note and price of a card. */
const MOST_ABOVE_FREE = 4;

function saysFree(text: string): boolean {
  const [first = "", ...rest] = text.split(/[\s,:(–—-]+/);
  return FREE_ALONE.test(first) && rest.length > 0 && rest.length <= 3 && !TRIAL.test(text) && !FEES.test(text);
}

/** Whether a card's price or the line below names a period. */
function isRepeated({ price, place: { page, from, to } }: PageRecord): boolean {
  const blocks = page.blocks.slice(from, to);
  const at = blocks.findIndex(({ text }) => text === price?.text);
  return blocks.slice(at, at + 2).some(({ text }) => text.length <= 60 && periodsIn(text).some(isRepeating));
}
