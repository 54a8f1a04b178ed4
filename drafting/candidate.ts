import type { Block, SitePage } from "#domain/drafts/site.ts";
import { fold } from "#domain/text/text.ts";
import type { Corpus } from "./corpus.ts";

/**
 * A possible value with its supporting words; `page` is a page id. Candidates are sorted best
 * first.
 */
export type Candidate = {
  value: string;
  page: string;
  quote: string;
  /**
   * Whether it stands where websites state exactly this fact, so that another such value
   * contradicts it.
   */
  isStrong?: boolean;
};

/** Several candidates may together make one value, such as a list. */
export type Finder = (corpus: Corpus, context: FinderContext) => Candidate[];

export type FinderContext = {
  /** The drafted name or null; other fields recognize the product by it. */
  name: string | null;
  categories: string[];
  categoryWords: Record<string, string[]>;
  categorySlugs: Record<string, string>;
};

/** Finders return the best first; after this many failures the rest is skipped. */
export const MOST_CHECKED = 50;

const QUOTE = 380;

/** A quote around `part`: the whole text if short, otherwise the segment with the part. */
export function quoteAround(text: string, part: string): string {
  if (text.length <= QUOTE) return text;
  const at = text.indexOf(part);
  if (at < 0) return text.slice(0, QUOTE);
  const start = Math.max(0, Math.min(at - 80, text.length - QUOTE));
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  return text.slice(Math.min(from, at), from + QUOTE).trim();
}

/** Blocks in which the site describes its product. */
export const isBody = (block: Block): boolean => block.region === "main" || block.region === "header";

export const isHeading = (block: Pick<Block, "tag">): boolean => /^h[1-6]$/.test(block.tag);

export const blocksOf = (page: SitePage | undefined): Block[] => page?.blocks.filter(isBody) ?? [];

const ASKS = /^(h[2-6]|dt|summary|button)$/;

/** Blocks that may describe the product: no answers of FAQs, which are cut to their questions. */
export function proseOf(page: SitePage | undefined): Block[] {
  const blocks = blocksOf(page);
  const tags = blocks.filter(({ tag, text }) => ASKS.test(tag) && /[?？]$/.test(text)).map(({ tag }) => tag);
  let isAnswer = false;
  return blocks.filter(({ tag, text }) => {
    // A single question is a slogan.
    if (isHeading({ tag }) || ASKS.test(tag))
      isAnswer = /[?？]$/.test(text) && tags.filter((other) => other === tag).length >= 2;
    return !isAnswer;
  });
}

export function unique<T>(items: T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}

/** Values found by several sources first, then by the best source. */
export function agreedFirst(found: (Candidate & { source: string })[]): Candidate[] {
  const sources = new Map<string, Set<string>>();
  for (const { value, source } of found) sources.set(fold(value), (sources.get(fold(value)) ?? new Set()).add(source));
  const votes = ({ value }: Candidate): number => Math.min(2, sources.get(fold(value))?.size ?? 0);
  return unique(found, ({ value }) => fold(value))
    .map(({ source: _, ...candidate }) => candidate)
    .sort((a, b) => votes(b) - votes(a));
}
