import type { ListingFilter } from "#domain/listings/listing.ts";
import type { Followed } from "./follow-changes.ts";
import type { IdSet } from "./id-set.ts";
import type { MatchOrder } from "./match-order.ts";
import { type Matches, many } from "./matches.ts";
import type { Question, Term } from "./question.ts";
import { rarityIn } from "./rarity.ts";
import { scoreBoard } from "./score-board.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { Place } from "./word-lists.ts";

/** Weight of a word in a tagline or keywords, relative to elsewhere. */
const LEAD = 1.38;
/**
 * Weights of the question's words, its categories and their keywords, its meaning, theirs, and its
 * language if it is not English.
 */
const WORTH = { words: 1, category: 0.8, added: 0.8, meaning: 0.6, about: 0.4, language: 0.6 };
/** After this many rows, words only score listings already found. */
const MOST_ROWS = 8_000;
/** Most voted candidates per category. */
const MOST_OF_CATEGORY = 40;
const MOST_WITH_WORDS = 500;
/** Candidates compared by meaning. */
const MOST_COMPARED = 300;
const MOST_NEAR = 100;

type Status = ListingFilter["status"];
type Members = { has: (id: number) => boolean; best: number[] };
type Asked = { scope: IdSet; vocabulary: Vocabulary; matches: Matches };

/** Listings related to a question, best first: by words, categories and meaning. Reads no texts. */
export function relatedListings({
  sets,
  lists: known,
  applied,
  ordered,
  vectors,
}: Pick<Followed, "sets" | "lists" | "applied" | "vectors"> & { ordered: MatchOrder }) {
  /** The most voted of each category, cached until the next commit. */
  let kept = { version: applied(), members: new Map<string, Members>() };

  async function membersOf(slug: string, scope: IdSet, status: Status): Promise<Members> {
    const members = many((await sets.get(`category:${slug}`)).and(scope));
    const most = { offset: 0, limit: MOST_OF_CATEGORY };
    return { has: members.has, best: await ordered(members, { sort: "relevance", status }, most) };
  }

  async function keptMembersOf(slug: string, scope: IdSet, status: Status): Promise<Members> {
    if (scope !== (await sets.get(`status:${status}`))) return membersOf(slug, scope, status);
    if (kept.version !== applied()) kept = { version: applied(), members: new Map() };
    const key = `${status} ${slug}`;
    const { members } = kept;
    const known = members.get(key) ?? (await membersOf(slug, scope, status));
    members.set(key, known);
    return known;
  }

  return async function related(
    { terms, shares, added, directions, language }: Question,
    { scope, vocabulary, matches }: Asked,
    { status }: Pick<ListingFilter, "status">,
    limit: number,
  ): Promise<number[]> {
    const board = scoreBoard(Math.max(scope.maxId, matches.set().maxId), WORTH);
    const count = scope.count();
    async function found(some: readonly Term[], place: Place) {
      const lists = await Promise.all(
        some.map(async ({ words, part }) => {
          const list = await known.withAny(place, words, vocabulary);
          return { words, list, weight: part * rarityIn(count, Math.min(count, list.count)) };
        }),
      );
      return lists.sort((a, b) => a.list.count - b.list.count);
    }

    const own = await found(terms, "word");
    let rowsLeft = Math.max(MOST_ROWS, own[0]?.list.count ?? 0);
    /** Short lists add listings; long ones only score those already added. */
    function addAll(part: keyof typeof WORTH, list: Matches, weight: number): void {
      const isShort = list.count <= rowsLeft;
      if (isShort) {
        rowsLeft -= list.count;
        for (const id of list.ids()) if (scope.has(id)) board.add(part, id, weight);
      } else board.weigh(part, list.has, weight);
    }
    for (const { words, list, weight } of own) {
      addAll("words", list, weight);
      const lead = await known.withAny("lead", words, vocabulary);
      board.weigh("words", lead.has, weight * (LEAD - 1));
    }
    for (const { list, weight } of await found(added, "lead")) addAll("added", list, weight);
    const competing = new Set(board.someTop(MOST_WITH_WORDS));
    for (const { slug, share } of shares) {
      const { has, best } = await keptMembersOf(slug, scope, status);
      for (const id of best) competing.add(id);
      for (const id of competing) if (has(id)) board.add("category", id, share);
    }
    if (directions) {
      const compared = board.top(MOST_COMPARED, matches.has);
      for (const part of ["meaning", "about"] as const) {
        const near = vectors.nearTo(directions[part], compared).sort(([, a], [, b]) => b - a);
        const far = near[Math.min(MOST_NEAR, near.length - 1)]?.[1] ?? 0;
        for (const [id, own] of near.slice(0, MOST_NEAR)) board.add(part, id, own - far);
      }
    }
    if (language !== undefined) {
      const spoken = await sets.get(`language:${language}`);
      board.weigh("language", (id) => spoken.has(id), 1);
    }
    const best = board.top(limit, matches.has);
    board.done();
    return best;
  };
}
