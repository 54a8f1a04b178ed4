import { beginningOf, stemOf, tellingWords } from "#domain/search/question-words.ts";

/**
 * Query words. The index folds case and accents. Quoted later, so input cannot contain operators.
 */
export const wordsOf = (typed: string): string[] =>
  typed
    .normalize("NFC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, 8);

/** Matches texts with every word as prefix. Undefined without words. */
export function matchOf(q: string): string | undefined {
  const words = wordsOf(q);
  return words.length ? words.map((word) => `"${word}"*`).join(" ") : undefined;
}

/** Matches texts with any meaningful word in any form. Undefined without one. */
export function looseMatchOf(q: string): string | undefined {
  const beginnings = new Set(tellingWords(q).map((word) => beginningOf(stemOf(word))));
  return beginnings.size ? [...beginnings].map((beginning) => `"${beginning}"*`).join(" OR ") : undefined;
}
