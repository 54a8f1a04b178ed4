import { tellingOf } from "../../domain/question-words.ts";
import { wordsByPart } from "../../domain/search-text.ts";
import type { Followed } from "./follow-changes.ts";
import type { IdSet } from "./id-set.ts";
import type { MatchOrder } from "./match-order.ts";
import { many } from "./matches.ts";
import { nearness } from "./meaning.ts";
import { rarityIn } from "./rarity.ts";
import { scoreBoard } from "./score-board.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Votes only decide between listings that are equally near. */
const WORTH = { words: 1, meaning: 0.5, votes: 0.001 };
/** The rarest words of its tagline, keywords and description say what a listing is about. */
const MOST_WORDS = 20;
const MOST_WITH_WORDS = 200;
const MOST_VOTED = 40;

type Search = Pick<Followed, "sets" | "lists" | "texts" | "applied" | "vectors"> & { ordered: MatchOrder };
/** The live listings of a category, and the most voted of them. */
type Members = { all: IdSet; voted: readonly number[] };

/** The live listings of a category that are nearest to a listing, in words and meaning. */
export function nearestListings({ sets, lists, texts, applied, ordered, vectors }: Search) {
  let kept = { version: applied(), members: new Map<string, Members>() };

  /** The same for all listings of a category, until another commit is applied. */
  async function membersOf(category: string): Promise<Members> {
    if (kept.version !== applied()) kept = { version: applied(), members: new Map() };
    const { members } = kept;
    const known = members.get(category);
    if (known) return known;
    const all = (await sets.get("status:live")).and(await sets.get(`category:${category}`));
    const most = { offset: 0, limit: MOST_VOTED + 1 };
    const read = { all, voted: await ordered(many(all), { sort: "votes", status: "live" }, most) };
    members.set(category, read);
    return read;
  }

  return async function nearest(
    id: number,
    category: string,
    limit: number,
    vocabulary: Vocabulary,
  ): Promise<number[]> {
    const { all, voted: most } = await membersOf(category);
    const board = scoreBoard(Math.max(all.maxId, id), WORTH);
    const voted = most.filter((other) => other !== id).slice(0, MOST_VOTED);
    for (const [place, other] of voted.entries()) board.add("votes", other, voted.length - place);

    const [, ...parts] = wordsByPart(texts.of([id])[0]?.words ?? "");
    const count = all.count() - (all.has(id) ? 1 : 0);
    const words = tellingOf(parts.flat())
      .map((word) => ({ word, rows: vocabulary.rowsWith(word) }))
      .filter(({ rows }) => rows > 1)
      .sort((a, b) => a.rows - b.rows || (a.word < b.word ? -1 : 1))
      .slice(0, MOST_WORDS);
    for (const { word } of words) {
      const having = (await lists.withAny("word", [word], vocabulary)).set().and(all);
      having.delete(id);
      const rarity = rarityIn(count, having.count());
      for (const other of having) board.add("words", other, rarity);
    }
    const near = vectors.of([id, ...board.top(MOST_WITH_WORDS)]);
    const own = near.find(([other]) => other === id)?.[1];
    for (const [other, vector] of near)
      if (own && other !== id) board.add("meaning", other, Math.max(0, nearness(own, vector)));
    const best = board.top(limit);
    board.done();
    return best;
  };
}
