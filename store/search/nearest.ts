import { isTelling } from "#domain/search/question-words.ts";
import { wordsByPart } from "#domain/search/search-text.ts";
import type { Followed } from "./follow-changes.ts";
import type { IdSet } from "./id-set.ts";
import type { MatchOrder } from "./match-order.ts";
import { type Matches, many } from "./matches.ts";
import { rarityIn } from "./rarity.ts";
import { scoreBoard } from "./score-board.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Votes only break ties. */
const WORTH = { words: 1, meaning: 0.5, votes: 0.001 };
/** A listing's rarest words describe it. */
const MOST_WORDS = 20;
const MOST_WITH_WORDS = 200;
const MOST_VOTED = 40;
/** Longer lists are sets. */
const LONG = 500;

type Search = Pick<Followed, "sets" | "lists" | "texts" | "applied" | "vectors"> & { ordered: MatchOrder };
type Members = { all: IdSet; ids: readonly number[]; voted: readonly number[] };

/** Members in a list, except one. */
function sharedBy(list: Matches, { all, ids }: Members, without: number): number[] {
  const shared: number[] = [];
  if (list.count > ids.length && list.count > LONG) {
    for (const id of ids) if (id !== without && list.has(id)) shared.push(id);
  } else for (const id of list.ids()) if (id !== without && all.has(id)) shared.push(id);
  return shared;
}

type Counted = { word: string; rows: number };
const byRarity = (a: Counted, b: Counted): number => a.rows - b.rows || (a.word < b.word ? -1 : 1);

/** The rarest meaningful words shared with others; any words if none. */
function rarestOf(words: readonly string[], vocabulary: Vocabulary): string[] {
  const shared: Counted[] = [];
  for (const word of words) {
    const rows = vocabulary.rowsWith(word);
    if (rows > 1) shared.push({ word, rows });
  }
  shared.sort(byRarity);
  const rarest: string[] = [];
  for (const { word } of shared) if (rarest.length < MOST_WORDS && isTelling(word)) rarest.push(word);
  if (rarest.length > 0 || words.some(isTelling)) return rarest;
  return shared.slice(0, MOST_WORDS).map(({ word }) => word);
}

/** The most similar live listings of a category, by words and meaning. */
export function nearestListings({ sets, lists, texts, applied, ordered, vectors }: Search) {
  let kept = { version: applied(), members: new Map<string, Members>() };

  async function membersOf(category: string): Promise<Members> {
    if (kept.version !== applied()) kept = { version: applied(), members: new Map() };
    const { members } = kept;
    const known = members.get(category);
    if (known) return known;
    const all = (await sets.get("status:live")).and(await sets.get(`category:${category}`));
    const most = { offset: 0, limit: MOST_VOTED + 1 };
    const read = { all, ids: [...all], voted: await ordered(many(all), { sort: "votes", status: "live" }, most) };
    members.set(category, read);
    return read;
  }

  return async function nearest(
    id: number,
    category: string,
    limit: number,
    vocabulary: Vocabulary,
  ): Promise<number[]> {
    const members = await membersOf(category);
    const { all, voted: most } = members;
    const board = scoreBoard(Math.max(all.maxId, id), WORTH);
    const voted = most.filter((other) => other !== id).slice(0, MOST_VOTED);
    for (const [place, other] of voted.entries()) board.add("votes", other, voted.length - place);

    const [, ...parts] = wordsByPart(texts.of([id])[0]?.words ?? "");
    const count = all.count() - (all.has(id) ? 1 : 0);
    for (const word of rarestOf(parts.flat(), vocabulary)) {
      const having = sharedBy(await lists.withAny("word", [word], vocabulary), members, id);
      const rarity = rarityIn(count, having.length);
      for (const other of having) board.add("words", other, rarity);
    }
    const own = vectors.find(id);
    if (own)
      for (const [other, near] of vectors.nearTo(own, board.someTop(MOST_WITH_WORDS)))
        if (other !== id) board.add("meaning", other, Math.max(0, near));
    const best = board.top(limit);
    board.done();
    return best;
  };
}
