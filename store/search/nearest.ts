import { tellingWords } from "../../domain/question-words.ts";
import { wordsByPart } from "../../domain/search-text.ts";
import type { Followed } from "./follow-changes.ts";
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

type Search = Pick<Followed, "sets" | "lists" | "texts" | "vectors"> & { ordered: MatchOrder };

/** The live listings of a category that are nearest to a listing, in words and meaning. */
export function nearestListings({ sets, lists, texts, ordered, vectors }: Search) {
  return async function nearest(
    id: number,
    category: string,
    limit: number,
    vocabulary: Vocabulary,
  ): Promise<number[]> {
    const members = (await sets.get("status:live")).and(await sets.get(`category:${category}`));
    members.delete(id);
    const board = scoreBoard(Math.max(members.maxId, id), WORTH);
    const voted = await ordered(
      many(members),
      { sort: "votes", status: "live" },
      { offset: 0, limit: Math.max(limit, MOST_VOTED) },
    );
    for (const [place, other] of voted.entries()) board.add("votes", other, voted.length - place);

    const [, ...parts] = wordsByPart(texts.of([id])[0]?.words ?? "");
    const count = members.count();
    const words = tellingWords(parts.flat().join(" "))
      .map((word) => ({ word, rows: vocabulary.rowsWith(word) }))
      .filter(({ rows }) => rows > 1)
      .sort((a, b) => a.rows - b.rows || (a.word < b.word ? -1 : 1))
      .slice(0, MOST_WORDS);
    for (const { word } of words) {
      const having = (await lists.withAny("word", [word], vocabulary)).set().and(members);
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
