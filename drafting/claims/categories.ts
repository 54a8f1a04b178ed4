import type { SitePage } from "../../domain/site.ts";
import { isHeading } from "../candidate.ts";
import type { Corpus } from "../corpus.ts";
import { languageOf } from "../language.ts";
import { contentWords, fold, stem, wordsOf } from "../text.ts";
import type { Context } from "./context.ts";
import { denies, turnsAround } from "./polarity.ts";
import { namesUs } from "./subject.ts";

/** Either half of "Error tracking and feature flags" matches. One plain word such as "Legal" is not enough alone. */
export const namePhrases = (category: string): string[] =>
  category.split(/\s+(?:and|&)\s+|,\s+/).filter((part) => contentWords(part).length >= 2 || category === part);

/** The phrase of a category that a text contains: its name or one of its words; undefined if there is none. */
function phraseIn(text: string, category: string, words: readonly string[]): string | undefined {
  const plain = ` ${wordsOf(text).join(" ")} `;
  const stems = ` ${wordsOf(text).map(stem).join(" ")} `;
  return [...namePhrases(category), ...words].find((phrase) => {
    const parts = wordsOf(fold(phrase));
    // A single word must be the same: "notes" suggests note taking, "please note" does not.
    return parts.length === 1 ? plain.includes(` ${parts[0]} `) : stems.includes(` ${parts.map(stem).join(" ")} `);
  });
}

/**
 * Why a quote does not support a category; null if it does. Categories have English words, so in
 * another language the quote must be a title or heading, or begin with the product's name.
 */
export function categoryFault(
  category: string,
  quote: string,
  { text, block }: Context,
  page: SitePage,
  corpus: Corpus,
  words: readonly string[],
): string | null {
  const phrase = phraseIn(quote, category, words);
  if (phrase !== undefined) {
    if (turnsAround(phrase, text, page.language)) return "the page denies it";
    // "Eleven people are on our payroll."
    return new RegExp(
      `\\b(?:our|my|unser\\w*|notre|nuestr[oa]|nostr[oa]|noss[oa])\\s${RegExp.escape(phrase)}`,
      "iu",
    ).test(text)
      ? "said of the company"
      : null;
  }
  const isForeign = (languageOf(text, page.language) ?? "en") !== "en";
  const introduces =
    block === undefined || isHeading(block) || namesUs(text.split(/\s+/).slice(0, 3).join(" "), corpus);
  return isForeign && introduces && !denies(text, page.language) ? null : "quote does not suggest the category";
}
