import { tellingWords } from "#domain/search/question-words.ts";
import type { Group } from "#domain/search/search-score.ts";
import { searchWords } from "#domain/search/search-text.ts";
import { IdSet } from "./id-set.ts";
import { categoriesOfProducts } from "./known-products.ts";
import { type Matches, type Matching, many } from "./matches.ts";
import { planOf } from "./query-plan.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * From this many words with some stop words, it is a sentence, whose other words are rarely
 * misspelt.
 */
const SENTENCE = 4;
/** Meaningful words a question needs after dropping one. */
const STILL_TELLING = 2;
/** With fewer matches, misspellings are tried. */
const FEW = 1;
const FEW_UNFINISHED = 3;

/** Matches, the alternatives that matched, and the stricter matches before. */
export type Found = { matches: Matches; groups: Group[]; stricter: Matches[] };

/**
 * Matches from strict to lenient, until there are enough. `isQuestion` if related listings follow.
 */
export async function matchesOf(
  text: string,
  { matching, scope, vocabulary }: { matching: Matching; scope: IdSet; vocabulary: Vocabulary },
  isQuestion: boolean,
): Promise<Found> {
  const plan = planOf(searchWords(text), vocabulary, scope.count());
  let groups = plan.exact();
  if (!groups.length) return { matches: many(new IdSet()), groups, stricter: [] };
  let matches = await matching(groups, scope, vocabulary);
  const stricter: Matches[] = [];
  if (matches.count >= (plan.allKnown ? FEW : FEW_UNFINISHED)) return { matches, groups, stricter };
  const telling = new Set(isQuestion ? tellingWords(text) : plan.words);
  const isSentence = groups.length >= SENTENCE && telling.size < plan.words.length;
  // If all words exist, related listings are better than other spellings.
  if (isQuestion && plan.allKnown && groups.length > 2) return { matches, groups, stricter };
  // The same for names of well-known products.
  if (isQuestion && matches.count === 0 && categoriesOfProducts(text).size) return { matches, groups, stricter };
  for (const widened of [plan.unknownCorrected, plan.corrected]) {
    if (widened === plan.unknownCorrected && plan.allKnown) continue;
    if (widened === plan.corrected && isSentence) break;
    groups = widened();
    stricter.push(matches);
    matches = await matching(groups, scope, vocabulary);
    if (matches.count >= FEW) break;
  }
  // Of three or more words, one may be wrong.
  if (matches.count === 0 && !isSentence && groups.length > 2) {
    const found = new IdSet();
    for (const [left] of groups.entries()) {
      const still = plan.words.filter((word, index) => index !== left && telling.has(word));
      if (still.length < STILL_TELLING) continue;
      const others = groups.filter((_, index) => index !== left);
      for (const id of (await matching(others, scope, vocabulary)).ids()) found.add(id);
    }
    matches = many(found);
  }
  return { matches, groups, stricter };
}
