import type { Block, SitePage } from "../../domain/drafts/site.ts";
import { isRepeating, periodsIn } from "../claims/periods.ts";
import { type PageRecord, recordsOf } from "../records.ts";

/** Plan cards of a page by block. A single price may be on any card. */
export type PriceCards = {
  /** Index where the card of a block begins. */
  start: ReadonlyMap<Block, number>;
  /** Blocks of price cards: rows where at least one price recurs. */
  asking: ReadonlySet<Block>;
};

export function priceCardsOf(page: SitePage): PriceCards {
  const start = new Map<Block, number>();
  const asking = new Set<Block>();
  for (const { records } of recordsOf(page)) {
    const priced = records.filter(({ price }) => price !== null);
    if (priced.length < 2) continue;
    const isAsking = priced.some(isRepeated);
    for (const { place } of priced)
      for (const block of page.blocks.slice(place.from, place.to)) {
        start.set(block, place.from);
        if (isAsking) asking.add(block);
      }
  }
  return { start, asking };
}

/** Whether a card's price or the line below names a period. */
function isRepeated({ price, place: { page, from, to } }: PageRecord): boolean {
  const blocks = page.blocks.slice(from, to);
  const at = blocks.findIndex(({ text }) => text === price?.text);
  return blocks.slice(at, at + 2).some(({ text }) => text.length <= 60 && periodsIn(text).some(isRepeating));
}
