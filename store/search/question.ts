import { stemOf, tellingWords } from "#domain/search/question-words.ts";
import { searchWords } from "#domain/search/search-text.ts";
import { type Bridged, englishOf, hasMeaning, nameOf } from "./bridge.ts";
import type { CategoryShare, CategoryTexts } from "./category-texts.ts";
import { productsNamed } from "./known-products.ts";
import { directionOf } from "./meaning.ts";
import { englishForms, ownTerms } from "./own-forms.ts";
import { synonymsOf } from "./synonyms.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wordVectors } from "./word-vectors.ts";

/**
 * A word of a question: its indexed forms, number of listings if known, and share of the question
 * (0 to 1).
 */
export type Term = { words: string[]; rows: number; part: number; meant?: string | undefined };
/**
 * An analyzed question: its words, categories and their words, and if English, the directions of
 * both.
 */
export type Question = {
  terms: Term[];
  shares: CategoryShare[];
  added: Term[];
  /** Of the question, if it is in another language. */
  language: string | undefined;
  directions: { meaning: Float32Array; about: Float32Array } | undefined;
};

const MOST_WORDS = 12;
const MOST_CORRECTIONS = 3;
const CORRECTED = 0.5;
const SHORTEST = 3;
/** Words of other languages: in their own form, and without a concept. */
const OWN_FORM = 2;
const UNKNOWN = 0.3;
/** Categories that add keywords. */
const ADDING = 3;
const MOST_ADDED = 16;
const SYNONYM = 0.5;
/** More, and words in one of so many listings, cost more than they find. */
const MOST_SYNONYMS = 6;
const TOO_FREQUENT = 50;

export function questionOf(
  text: string,
  { vocabulary, categories, count }: { vocabulary: Vocabulary; categories: CategoryTexts; count: number },
  bridged?: Bridged,
): Question {
  const rowsWith = (words: readonly string[]) =>
    Math.min(
      count,
      words.reduce((rows, word) => rows + vocabulary.rowsWith(word), 0),
    );

  /** Indexed forms of the word. */
  function formsOf(typed: string): string[] {
    if (typed.length < SHORTEST) return [typed];
    return englishForms(vocabulary, typed);
  }

  function corrected(typed: string): string[] {
    const near = vocabulary
      .near(typed)
      .sort((a, b) => a.errors - b.errors || vocabulary.rowsWith(b.word) - vocabulary.rowsWith(a.word));
    const nearest = near.filter(({ errors }) => errors === near[0]?.errors);
    return nearest.slice(0, MOST_CORRECTIONS).map(({ word }) => word);
  }

  const known = ({ rows }: Term): boolean => rows > 0;
  const termOf = (words: string[], part: number, meant?: string): Term => ({
    words,
    rows: rowsWith(words),
    part,
    meant,
  });
  const worthOf = (word: string) => categories.worthOf(stemOf(word));

  function ownWords(): Term[] {
    return typed.map((word) => {
      const term = termOf(formsOf(word), worthOf(word));
      return known(term) || hasMeaning(word) ? term : termOf(corrected(word), CORRECTED);
    });
  }
  /** The words of another language in their own forms, what they mean in English, and unknown ones. */
  function foreignWords(bridged: Bridged): Term[] {
    return [
      ...ownTerms(text, bridged, vocabulary).map(({ words, part }) => termOf(words, OWN_FORM * part)),
      ...bridged.units
        .slice(0, MOST_WORDS)
        .flatMap((unit) => englishOf(unit).map((word) => termOf(formsOf(word), worthOf(word), nameOf(unit)))),
      ...unknown.map((word) => termOf(formsOf(word), UNKNOWN * worthOf(word))),
    ];
  }

  const unknown = bridged?.units.flatMap(({ row, typed }) => (row === undefined ? typed : [])) ?? [];
  const english = bridged && [...bridged.units.flatMap(englishOf), ...unknown.filter(wordVectors().has)].join(" ");
  const typed = tellingWords(english ?? text).slice(0, MOST_WORDS);
  const products = productsNamed(text);
  const slugs = new Set(products.flatMap((product) => product.categories));
  // A site may have other categories: then the question is about what those of the product are called.
  const kinds = [...slugs].some(categories.has) ? [] : [...slugs].flatMap((slug) => slug.split("-"));
  const names = new Set(products.flatMap(({ name }) => searchWords(name)));
  const about =
    kinds.length > 0 ? [...typed.filter((word) => !names.has(word)), ...kinds].join(" ") : (english ?? text);
  const stems = new Set(tellingWords(about).map(stemOf));
  const meaning = directionOf(about);
  const shares = categories.sharesOf(stems, meaning, slugs);
  const added = new Map(tellingWords(kinds.join(" ")).map((word) => [word, SYNONYM]));
  for (const { slug, share } of shares.slice(0, ADDING))
    for (const word of categories.keywordsOf(slug)) added.set(word, Math.max(added.get(word) ?? 0, share));
  for (const word of bridged ? [] : synonymsOf(text).slice(0, MOST_SYNONYMS))
    if (rowsWith(formsOf(word)) <= count / TOO_FREQUENT) added.set(word, Math.max(added.get(word) ?? 0, SYNONYM));
  return {
    terms: (bridged ? foreignWords(bridged) : ownWords()).filter(known),
    shares,
    language: bridged?.language,
    directions: meaning && { meaning, about: categories.directionOf(shares) },
    added: [...added]
      .map(([word, share]) => termOf(formsOf(word), share))
      .filter(known)
      .sort((a, b) => b.part - a.part)
      .slice(0, MOST_ADDED),
  };
}
