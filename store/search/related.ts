import type { ListingFilter } from "../../domain/listing.ts";
import type { IdSet } from "./id-set.ts";
import type { KnownSets } from "./known-sets.ts";
import type { MatchOrder } from "./match-order.ts";
import { type Matches, many } from "./matches.ts";
import type { Question, Term } from "./question.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { WordLists } from "./word-lists.ts";

/** What a word is worth in a tagline or keywords, beside 1 elsewhere. */
const LEAD = 1.38;
/** Beside 1 for the words of the question: its categories, and the keywords of these. */
const WORTH = { words: 1, category: 0.8, added: 0.8 };
/** After so many rows, words only weigh listings that rarer words have named. */
const MOST_ROWS = 30_000;
/** So many of each category compete, the most voted. */
const MOST_OF_CATEGORY = 40;

type Part = keyof typeof WORTH;
const PARTS = Object.keys(WORTH) as Part[];

/** Scores of some listings, in parts. */
function scoreBoard(maxId: number) {
  const scores = Object.fromEntries(PARTS.map((part) => [part, new Float32Array(maxId + 1)])) as Record<
    Part,
    Float32Array
  >;
  const isKnown = new Uint8Array(maxId + 1);
  const ids: number[] = [];
  return {
    ids,
    add(part: Part, id: number, score: number): void {
      if (!isKnown[id]) {
        isKnown[id] = 1;
        ids.push(id);
      }
      scores[part][id]! += score;
    },
    /** Ids by score, in which the best of each part counts as much as that part is worth. */
    ranked(): number[] {
      const best = PARTS.map((part) => ids.reduce((most, id) => Math.max(most, scores[part][id]!), 0) || 1);
      const scoreOf = (id: number) =>
        PARTS.reduce((sum, part, index) => sum + (WORTH[part] * scores[part][id]!) / best[index]!, 0);
      const total = new Map(ids.map((id) => [id, scoreOf(id)]));
      return ids.sort((a, b) => total.get(b)! - total.get(a)! || a - b);
    },
  };
}

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
    const board = scoreBoard(Math.max(scope.maxId, matches.set().maxId));
    let rowsLeft = Math.max(MOST_ROWS, terms[0]?.rows ?? 0);

    async function addWords(part: Part, words: readonly Term[]): Promise<void> {
      for (const term of words) {
        const all = await listsOf("word", term.words, vocabulary);
        const lead = await listsOf("lead", term.words, vocabulary);
        if (term.rows <= rowsLeft) {
          rowsLeft -= term.rows;
          for (const id of all.ids()) if (scope.has(id)) board.add(part, id, term.weight);
          for (const id of lead.ids()) if (scope.has(id)) board.add(part, id, term.weight * (LEAD - 1));
        } else {
          for (const id of board.ids) if (all.has(id)) board.add(part, id, term.weight * (lead.has(id) ? LEAD : 1));
        }
      }
    }

    await addWords("words", terms);
    await addWords("added", added);
    for (const { slug, share } of shares) {
      const members = many((await sets.get(`category:${slug}`)).and(scope));
      const most = { offset: 0, limit: MOST_OF_CATEGORY };
      for (const id of await ordered(members, { sort: "relevance", status }, most)) board.add("category", id, 0);
      for (const id of board.ids) if (members.has(id)) board.add("category", id, share);
    }
    return board
      .ranked()
      .filter((id) => !matches.has(id))
      .slice(0, limit);
  };
}
