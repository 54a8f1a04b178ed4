import { tellingWords } from "#domain/search/question-words.ts";
import type { Group } from "#domain/search/search-score.ts";
import { searchWords } from "#domain/search/search-text.ts";
import { type Bridged, hasMeaning } from "./bridge.ts";
import { IdSet } from "./id-set.ts";
import { categoriesOfProducts } from "./known-products.ts";
import { type Matches, type Matching, many } from "./matches.ts";
import { ownGroups } from "./own-forms.ts";
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
/** Of a question in another language, one of so many frequent words may be missing. */
const LEFT_OUT = 3;

/** Matches, the alternatives that matched, and the stricter matches before. */
export type Found = { matches: Matches; groups: Group[]; stricter: Matches[] };

type Searched = { matching: Matching; scope: IdSet; vocabulary: Vocabulary };
/** `isQuestion` if related listings follow, `isName` whether a name is one typo away. */
type Wanted = {
  isQuestion: boolean;
  isName: (word: string) => boolean;
  bridged: () => Bridged | undefined;
  meant: string | undefined;
};

/** Matches of all groups but one, whichever of `lefts` that is. */
async function withoutOne(lefts: readonly Group[], groups: readonly Group[], searched: Searched): Promise<Matches> {
  const { matching, scope, vocabulary } = searched;
  const found = new IdSet();
  for (const left of lefts) {
    const others = groups.filter((group) => group !== left);
    for (const id of (await matching(others, scope, vocabulary)).ids()) found.add(id);
  }
  return many(found);
}

/** Matches of a question in another language: all words in their own forms or in English, or all but one. */
async function inOtherLanguage(text: string, bridged: Bridged, searched: Searched) {
  const { matching, scope, vocabulary } = searched;
  const groups = ownGroups(text, bridged, vocabulary, scope.count());
  if (!groups.length) return undefined;
  const matches = await matching(groups, scope, vocabulary);
  if (matches.count > 0 || groups.length <= 2) return { matches, groups };
  const frequent = groups.toSorted((a, b) => a.weight - b.weight).slice(0, LEFT_OUT);
  return { matches: await withoutOne(frequent, groups, searched), groups };
}

/** Matches from strict to lenient, until there are enough. */
export async function matchesOf(
  text: string,
  searched: Searched,
  { isQuestion, isName, bridged, meant }: Wanted,
): Promise<Found> {
  const { matching, scope, vocabulary } = searched;
  const plan = planOf(searchWords(text), vocabulary, scope.count());
  let groups = plan.exact();
  if (!groups.length) return { matches: many(new IdSet()), groups, stricter: [] };
  let matches = await matching(groups, scope, vocabulary);
  const stricter: Matches[] = [];
  if (matches.count >= (plan.allKnown ? FEW : FEW_UNFINISHED)) return { matches, groups, stricter };
  if (meant !== undefined) {
    const asMeant = { isQuestion, isName, bridged: () => undefined, meant: undefined };
    const found = await matchesOf(meant, searched, asMeant);
    return { ...found, stricter: [matches] };
  }
  const other = isQuestion ? bridged() : undefined;
  if (other) {
    const found = await inOtherLanguage(text, other, searched);
    return found ? { ...found, stricter: [matches] } : { matches, groups, stricter };
  }
  // In a longer question, meaning finds more than other forms of its words.
  if (isQuestion && matches.count === 0 && plan.words.length === 1) {
    const forms = plan.inForms();
    const found = await matching(forms, scope, vocabulary);
    if (found.count > 0) return { matches: found, groups: forms, stricter };
  }
  const telling = new Set(isQuestion ? tellingWords(text) : plan.words);
  const isSentence = groups.length >= SENTENCE && telling.size < plan.words.length;
  // If all words exist, related listings are better than other spellings.
  if (isQuestion && plan.allKnown && groups.length > 2) return { matches, groups, stricter };
  // The same for names of well-known products.
  if (isQuestion && matches.count === 0 && categoriesOfProducts(text).size) return { matches, groups, stricter };
  // Nor are words with a meaning misspelt, unless they are names.
  const unknown = plan.words.filter((word) => vocabulary.rowsWith(word) === 0);
  const isMeant = unknown.length > 0 && unknown.every((word) => hasMeaning(word) && !isName(word));
  if (isQuestion && matches.count === 0 && isMeant) return { matches, groups, stricter };
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
    const isEnough = (left: number) =>
      plan.words.filter((word, index) => index !== left && telling.has(word)).length >= STILL_TELLING;
    const lefts = groups.filter((_, index) => isEnough(index));
    matches = await withoutOne(lefts, groups, searched);
  }
  return { matches, groups, stricter };
}
