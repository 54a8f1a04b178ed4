import type { Block } from "#domain/drafts/site.ts";
import { fold } from "#domain/text/text.ts";
import type { Reading } from "../corpus.ts";
import { sentencesOf } from "../text.ts";

/** Where a quote occurs: its sentences as written, and what surrounds them. */
export type Context = {
  text: string;
  /** The block; undefined for titles, metadata, structured data and addresses. */
  block: Block | undefined;
  /** The next block's text, which may retract a statement ("Coming soon"). */
  after: string;
};

/** Quotes must not cut words, in scripts that have spaces. */
const BOUND = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Index of `part` as whole words in `text`, or -1. Both are folded. */
export function indexOfWords(text: string, part: string): number {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const joins = (inside: string | undefined, outside: string | undefined) =>
      inside !== undefined &&
      outside !== undefined &&
      BOUND.test(inside) &&
      BOUND.test(outside) &&
      !UNSPACED.test(inside + outside);
    if (!joins(part[0], text[at - 1]) && !joins(part.at(-1), text[at + part.length])) return at;
  }
  return -1;
}

/** A heading begins something else. */
const textAfter = (block: Block | undefined): string => (block && !/^h[1-6]$/.test(block.tag) ? block.text : "");

const MOST = 5;
/** Maximum blocks of a quote: a card with title, text and price, or a table head and rows. */
const MOST_BLOCKS = 24;

/** Up to five places on a page with the (folded) quote. */
export function contextsOf(quote: string, { page, blockTexts, sources }: Reading): Context[] {
  const found: Context[] = [];
  for (const [at, block] of page.blocks.entries()) {
    if (found.length >= MOST) return found;
    if (indexOfWords(blockTexts[at] ?? "", quote) >= 0)
      found.push({
        text: sentencesWith(quote, block.text),
        block,
        after: textAfter(page.blocks[at + 1]),
      });
  }
  if (found.length === 0) found.push(...acrossBlocks(quote, page.blocks, blockTexts));
  for (const source of found.length === 0 ? sources : [])
    if (indexOfWords(fold(source), quote) >= 0)
      return [{ text: sentencesWith(quote, source), block: undefined, after: "" }];
  return found;
}

function acrossBlocks(quote: string, blocks: Block[], blockTexts: string[]): Context[] {
  for (const [first, start] of blockTexts.entries()) {
    let joined = start;
    for (let last = first + 1; last < Math.min(blockTexts.length, first + MOST_BLOCKS); last++) {
      joined += ` ${blockTexts[last]}`;
      if (indexOfWords(joined, quote) < 0) continue;
      if (indexOfWords(joined.slice(start.length + 1), quote) >= 0) break;
      const parts = blocks.slice(first, last + 1);
      const regions = new Set(parts.map(({ region }) => region));
      const block = regions.size === 1 ? parts[0] : (parts.find(({ region }) => region === "quote") ?? parts[0]);
      return [{ text: parts.map(({ text }) => text).join("\n"), block, after: blocks[last + 1]?.text ?? "" }];
    }
  }
  return [];
}

/** The sentences that contain the quote, as written. */
function sentencesWith(quote: string, text: string): string {
  const sentences = sentencesOf(text);
  const folded = sentences.map(fold);
  const from = indexOfWords(folded.join(" "), quote);
  if (from < 0) return text;
  const found: string[] = [];
  let start = 0;
  for (const [at, sentence] of sentences.entries()) {
    const end = start + (folded[at]?.length ?? 0);
    if (end > from && start < from + quote.length) found.push(sentence);
    start = end + 1;
  }
  return found.join(" ");
}
