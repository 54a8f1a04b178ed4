import type { Block, Repeat, RepeatItem, SitePage } from "#domain/drafts/site.ts";
import { isHeading } from "./candidate.ts";
import { isSentence, isTold, wordsOf } from "./text.ts";

/** Minimum items outside of boxes. */
const LEAST = 3;
const MOST_BLOCKS = 12;
const MOST_ITEMS = 60;

/** Repeated shapes: from the DOM, then from the order of blocks. */
export function repeatsOf(page: SitePage): Repeat[] {
  const inTree = page.shape?.repeats ?? [];
  const covered = new Set(
    inTree.flatMap(({ items }) =>
      items.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
    ),
  );
  const flat = flatRepeats(page).filter(({ items }) => !items.some(({ from }) => covered.has(from)));
  return [...inTree, ...flat].sort((a, b) => a.items[0].from - b.items[0].from);
}

/**
 * `<h3>A</h3><p>…</p><h3>B</h3><p>…</p>` under one parent, definition lists, and items with a bold
 * start.
 */
function flatRepeats({ blocks, shape }: SitePage): Repeat[] {
  const leads = shape?.leads ?? {};
  const kinds: ItemAt[] = [titledAt, pairAt, (all, from) => (leads[from] === undefined ? null : oneAt(all, from))];
  const found: Repeat[] = [];
  for (let at = 0; at < blocks.length; ) {
    const run = kinds.map((itemAt) => runFrom(at, blocks, itemAt)).find(({ length }) => length >= LEAST);
    const [first, ...others] = run ?? [];
    if (first) found.push({ items: [first, ...others.slice(0, MOST_ITEMS - 1)] });
    at = run?.at(-1)?.to ?? at + 1;
  }
  return found;
}

type ItemAt = (blocks: readonly Block[], from: number) => RepeatItem | null;

/** Consecutive items that begin like the first. Elsewhere reads at most two items. */
function runFrom(start: number, blocks: readonly Block[], itemAt: ItemAt): RepeatItem[] {
  const items: RepeatItem[] = [];
  const first = blocks[start];
  for (let at = start; blocks[at]?.tag === first?.tag && blocks[at]?.region === first?.region; ) {
    const item = itemAt(blocks, at);
    if (!item) break;
    items.push(item);
    at = item.to;
  }
  return items;
}

const isTitle = ({ tag }: Block): boolean => tag === "dt" || (isHeading({ tag }) && tag !== "h1");

/** A heading, and what follows until the next. */
function titledAt(blocks: readonly Block[], from: number): RepeatItem | null {
  const [first, ...next] = blocks.slice(from, from + MOST_BLOCKS);
  if (!first || !isTitle(first)) return null;
  const end = next.findIndex((block) => isTitle(block) || block.region !== first.region);
  const to = from + 1 + (end < 0 ? next.length : end);
  return to - from > 1 ? { from, to } : null;
}

/** A short text, then a longer one. */
function pairAt(blocks: readonly Block[], from: number): RepeatItem | null {
  const [short, long] = blocks.slice(from, from + 2);
  if (!short || !long || long.region !== short.region || isTitle(short) || isTitle(long) || short.tag === "li")
    return null;
  const isShort = short.text.length <= 60 && !isSentence(short.text) && wordsOf(short.text).length <= 8;
  return isShort && isTold(long.text) ? { from, to: from + 2 } : null;
}

const oneAt: ItemAt = (_, from) => ({ from, to: from + 1 });
