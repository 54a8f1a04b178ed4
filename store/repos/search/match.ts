import { beginningOf, stemOf, tellingWords } from "../../../domain/search/question-words.ts";

/**
 * The words of a query. The index folds case and accents. Quoted later, so that input has no
 * operators.
 */
export const wordsOf = (typed: string): string[] =>
  typed
    .normalize("NFC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, 8);

/** Every query word must be a prefix in the text. Undefined if the query has no words. */
export function matchOf(q: string): string | undefined {
  const words = wordsOf(q);
  return words.length ? words.map((word) => `"${word}"*`).join(" ") : undefined;
}

/** Any of the words that say what is asked for may occur, in any form. Undefined if the query has none. */
export function looseMatchOf(q: string): string | undefined {
  const beginnings = new Set(tellingWords(q).map((word) => beginningOf(stemOf(word))));
  return beginnings.size ? [...beginnings].map((beginning) => `"${beginning}"*`).join(" OR ") : undefined;
}
