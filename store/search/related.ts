import type { ListingFilter } from "../../domain/listing.ts";
import type { IdSet } from "./id-set.ts";
import type { KnownSets } from "./known-sets.ts";
import type { MatchOrder } from "./match-order.ts";
import { type Matches, many } from "./matches.ts";
import type { Question, Term } from "./question.ts";
import { rarityIn } from "./rarity.ts";
import { scoreBoard } from "./score-board.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { WordLists } from "./word-lists.ts";

/** What a word is worth in a tagline or keywords, beside 1 elsewhere. */
const LEAD = 1.38;
/** Beside 1 for the words of the question: its categories, and the keywords of these. */
const WORTH = { words: 1, category: 0.8, added: 0.8 };
/** After so many rows, words only weigh listings that rarer words have named. */
const MOST_ROWS = 15_000;
/** So many of each category compete, the most voted, with so many that have the words. */
const MOST_OF_CATEGORY = 40;
const MOST_WITH_WORDS = 500;

const rarestFirst = (a: Term, b: Term): number => a.rows - b.rows;

type Asked = { scope: IdSet; vocabulary: Vocabulary; matches: Matches };

/**
 * Listings that have to do with a question but are no matches, the nearest first: those with any of
 * its words, rare words first, and those of the categories that it is about. Reads no texts.
 */
export function relatedListings({
  sets,
  listsOf,
  ordered,
}: {
  sets: KnownSets;
  listsOf: WordLists;
  ordered: MatchOrder;
}) {
  return async function related(
    { terms, shares, added }: Question,
    { scope, vocabulary, matches }: Asked,
    { status }: Pick<ListingFilter, "status">,
    limit: number,
  ): Promise<number[]> {
    const board = scoreBoard(Math.max(scope.maxId, matches.set().maxId), WORTH);
    const own = terms.toSorted(rarestFirst);
    let rowsLeft = Math.max(MOST_ROWS, own[0]?.rows ?? 0);
    const isNear = (rows: number): boolean => {
      if (rows > rowsLeft) return false;
      rowsLeft -= rows;
      return true;
    };

    const count = scope.count();
    const weightOf = (part: number, { count: having }: Matches) => part * rarityIn(count, Math.min(count, having));
    for (const { words, rows, part } of own) {
      const all = await listsOf("word", words, vocabulary);
      const weight = weightOf(part, all);
      const lead = await listsOf("lead", words, vocabulary);
      if (isNear(rows)) {
        for (const id of all.ids()) if (scope.has(id)) board.add("words", id, weight);
        for (const id of lead.ids()) if (scope.has(id)) board.add("words", id, weight * (LEAD - 1));
      } else {
        for (const id of board.ids) if (all.has(id)) board.add("words", id, weight * (lead.has(id) ? LEAD : 1));
      }
    }
    for (const { words, part } of added.toSorted(rarestFirst)) {
      const lead = await listsOf("lead", words, vocabulary);
      const weight = weightOf(part, lead);
      if (isNear(lead.count)) {
        for (const id of lead.ids()) if (scope.has(id)) board.add("added", id, weight);
      } else {
        for (const id of board.ids) if (lead.has(id)) board.add("added", id, weight);
      }
    }
    const competing = new Set(board.top(MOST_WITH_WORDS));
    for (const { slug, share } of shares) {
      const members = many((await sets.get(`category:${slug}`)).and(scope));
      const most = { offset: 0, limit: MOST_OF_CATEGORY };
      for (const id of await ordered(members, { sort: "relevance", status }, most)) competing.add(id);
      for (const id of competing) if (members.has(id)) board.add("category", id, share);
    }
    return board.top(limit, matches.has);
  };
}
