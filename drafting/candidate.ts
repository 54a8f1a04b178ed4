import type { Block, SitePage } from "../domain/drafts/site.ts";
import { fold } from "../domain/text/text.ts";
import type { Corpus } from "./corpus.ts";

/** A possible value, with the words that support it; `page` is a page id. Best ones come first. */
export type Candidate = {
  value: string;
  page: string;
  quote: string;
  /** Whether it stands where a website states this very fact, so that another such value contradicts it. */
  isStrong?: boolean;
};

/** A drafted list item or paragraph group: several candidates that make one value together. */
export type Finder = (corpus: Corpus, context: FinderContext) => Candidate[];

export type FinderContext = {
  /** The name drafted so far, or null. Other fields recognize the product by it. */
  name: string | null;
  categories: string[];
  categoryWords: Record<string, string[]>;
  categorySlugs: Record<string, string>;
};

/** Finders return the best first; after so many failures the rest is not worth checking. */
export const MOST_CHECKED = 50;

const QUOTE = 380;

/** A quote around `part` of `text`: the whole text if it is short, else the piece that contains the part. */
export function quoteAround(text: string, part: string): string {
  if (text.length <= QUOTE) return text;
  const at = text.indexOf(part);
  if (at < 0) return text.slice(0, QUOTE);
  const start = Math.max(0, Math.min(at - 80, text.length - QUOTE));
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  return text.slice(Math.min(from, at), from + QUOTE).trim();
}

/** Blocks in which the site itself describes its product. */
export const isBody = (block: Block): boolean => block.region === "main" || block.region === "header";

export const isHeading = (block: Pick<Block, "tag">): boolean => /^h[1-6]$/.test(block.tag);

export const blocksOf = (page: SitePage | undefined): Block[] => page?.blocks.filter(isBody) ?? [];

const ASKS = /^(h[2-6]|dt|summary|button)$/;

/** Blocks that may describe the product: not the answers of a list of questions, which are cut to their question. */
export function proseOf(page: SitePage | undefined): Block[] {
  const blocks = blocksOf(page);
  const tags = blocks.filter(({ tag, text }) => ASKS.test(tag) && /[?？]$/.test(text)).map(({ tag }) => tag);
  let isAnswer = false;
  return blocks.filter(({ tag, text }) => {
    // A single question over a page is a slogan.
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

/** What several sources state before what only one does; the best source decides among equals. */
export function agreedFirst(found: (Candidate & { source: string })[]): Candidate[] {
  const sources = new Map<string, Set<string>>();
  for (const { value, source } of found) sources.set(fold(value), (sources.get(fold(value)) ?? new Set()).add(source));
  const votes = ({ value }: Candidate): number => Math.min(2, sources.get(fold(value))?.size ?? 0);
  return unique(found, ({ value }) => fold(value))
    .map(({ source: _, ...candidate }) => candidate)
    .sort((a, b) => votes(b) - votes(a));
}
