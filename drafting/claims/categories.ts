import { contentWords, fold, stem, wordsOf } from "../text.ts";

/** Either half of "Error tracking and feature flags" matches. One plain word such as "Legal" is not enough alone. */
export const namePhrases = (category: string): string[] =>
  category.split(/\s+(?:and|&)\s+|,\s+/).filter((part) => contentWords(part).length >= 2 || category === part);

/** The phrase of a category that a text contains: its name or one of its words; undefined if there is none. */
export function phraseIn(text: string, category: string, words: readonly string[]): string | undefined {
  const plain = ` ${wordsOf(text).join(" ")} `;
  const stems = ` ${wordsOf(text).map(stem).join(" ")} `;
  return [...namePhrases(category), ...words].find((phrase) => {
    const parts = wordsOf(fold(phrase));
    // A single word must be the same: "notes" suggests note taking, "please note" does not.
    return parts.length === 1 ? plain.includes(` ${parts[0]} `) : stems.includes(` ${parts.map(stem).join(" ")} `);
  });
}
