import { partsIn } from "#core/runtime/phrases.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { wordsOf } from "./text.ts";

/** Placeholder Latin; these words are rare in other languages. */
const LATIN = new Set(partsIn("filler").get("latin"));
const LEAST_LATIN = 4;

export function isFiller(text: string): boolean {
  if (/\blorem ipsum\b|\bdolor sit amet\b/i.test(text)) return true;
  const words = wordsOf(text.slice(0, 400));
  const latin = words.filter((word) => LATIN.has(word)).length;
  return latin >= LEAST_LATIN && latin * 4 >= words.length;
}

const SHARE = 0.25;
const LEAST_BLOCKS = 3;
const known = new WeakMap<SitePage, boolean>();

/** Whether much of a page is template filler, so that nothing on it is reliable. */
export function isUnfinished(page: SitePage): boolean {
  const found = known.get(page) ?? measure(page);
  known.set(page, found);
  return found;
}

function measure({ blocks }: SitePage): boolean {
  const told = blocks.filter(({ text }) => text.length >= 30);
  const filler = told.filter(({ text }) => isFiller(text)).length;
  return filler >= LEAST_BLOCKS && filler >= told.length * SHARE;
}
