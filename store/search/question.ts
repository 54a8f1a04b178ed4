import { beginningOf, stemOf, tellingWords } from "#domain/search/question-words.ts";
import type { CategoryShare, CategoryTexts } from "./category-texts.ts";
import { categoriesOfProducts } from "./known-products.ts";
import { directionOf } from "./meaning.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * A word of a question: its indexed forms, number of listings if known, and share of the question
 * (0 to 1).
 */
export type Term = { words: string[]; rows: number; part: number };
/**
 * An analyzed question: its words, categories and their words, and if English, the directions of
 * both.
 */
export type Question = {
  terms: Term[];
  shares: CategoryShare[];
  added: Term[];
  directions: { meaning: Float32Array; about: Float32Array } | undefined;
};

const MOST_WORDS = 12;
const MOST_CORRECTIONS = 3;
const CORRECTED = 0.5;
const SHORTEST = 3;
/** Categories that add keywords. */
const ADDING = 3;
const MOST_ADDED = 16;

export function questionOf(
  text: string,
  { vocabulary, categories, count }: { vocabulary: Vocabulary; categories: CategoryTexts; count: number },
): Question {
  const rowsWith = (words: readonly string[]) =>
    Math.min(
      count,
      words.reduce((rows, word) => rows + vocabulary.rowsWith(word), 0),
    );

  /** Indexed forms of the word. */
  function formsOf(typed: string): string[] {
    if (typed.length < SHORTEST) return [typed];
    const stem = stemOf(typed);
    return vocabulary.startingWith(beginningOf(stem)).filter((word) => stemOf(word) === stem);
  }

  function corrected(typed: string): string[] {
    const near = vocabulary
      .near(typed)
      .sort((a, b) => a.errors - b.errors || vocabulary.rowsWith(b.word) - vocabulary.rowsWith(a.word));
    const nearest = near.filter(({ errors }) => errors === near[0]?.errors);
    return nearest.slice(0, MOST_CORRECTIONS).map(({ word }) => word);
  }

  const known = ({ rows }: Term): boolean => rows > 0;
  const termOf = (words: string[], part: number): Term => ({ words, rows: rowsWith(words), part });

  const typed = tellingWords(text).slice(0, MOST_WORDS);
  const stems = new Set(typed.map(stemOf));
  const meaning = directionOf(text);
  const shares = categories.sharesOf(stems, meaning, categoriesOfProducts(text));
  const added = new Map<string, number>();
  for (const { slug, share } of shares.slice(0, ADDING))
    for (const word of categories.keywordsOf(slug)) added.set(word, Math.max(added.get(word) ?? 0, share));
  return {
    terms: typed
      .map((word) => {
        const term = termOf(formsOf(word), categories.worthOf(stemOf(word)));
        return known(term) ? term : termOf(corrected(word), CORRECTED);
      })
      .filter(known),
    shares,
    directions: meaning && { meaning, about: categories.directionOf(shares) },
    added: [...added]
      .map(([word, share]) => termOf(formsOf(word), share))
      .filter(known)
      .sort((a, b) => b.part - a.part)
      .slice(0, MOST_ADDED),
  };
}
