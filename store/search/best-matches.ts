import type Database from "better-sqlite3";
import type { ListingFilter } from "../../domain/listing.ts";
import { scoreOf } from "../../domain/search-score.ts";
import type { MatchOrder } from "./match-order.ts";
import type { Found } from "./match-stages.ts";

/** How many matches are scored; of more, those with the words in the name and the most voted. */
const WEIGHED = { all: 500, names: 250, voted: 250 };

/** Results by relevance: the exact name, names with that prefix, fewest typos, best score. */
export function bestMatches(client: Database.Database, ordered: MatchOrder) {
  const startingWith = client
    .prepare<[string, string, number], number>(
      "select listing_id from listing_texts where name >= ? and name < ? order by name limit ?",
    )
    .pluck();
  const inNames = client
    .prepare<[string, number], number>(
      "select rowid from listing_names where listing_names match ? order by rowid desc limit ?",
    )
    .pluck();
  const textsOf = client
    .prepare<[string], [id: number, launchedAt: number | null, name: string, words: string]>(
      `select listing_id, launched_at, listing_texts.name, words from listing_texts
       cross join listings indexed by listings_sorting on id = listing_id
       where listing_id in (select value from json_each(?))`,
    )
    .raw();

  return async function best(
    { matches, groups, stricter }: Found,
    folded: string,
    { status }: Pick<ListingFilter, "status">,
  ): Promise<number[]> {
    let candidates: Iterable<number>;
    if (matches.count <= WEIGHED.all) candidates = matches.ids();
    else {
      const named = startingWith.all(folded, `${folded}\u{10ffff}`, WEIGHED.names);
      const wanted = groups
        .map(({ alternatives }) =>
          alternatives.map(({ kind, text }) => (kind === "word" ? `"${text}"` : `"${text}"*`)).join(" OR "),
        )
        .map((alternatives) => `(${alternatives})`)
        .join(" AND ");
      const voted = await ordered(matches, { sort: "votes", status }, { offset: 0, limit: WEIGHED.voted });
      candidates = new Set([...named, ...inNames.all(wanted, WEIGHED.names), ...voted].filter((id) => matches.has(id)));
    }
    const strictness = (id: number) => [...stricter, matches].findIndex((found) => found.has(id));
    return textsOf
      .all(JSON.stringify([...candidates]))
      .map(([id, launchedAt, name, words]) => ({
        id,
        launchedAt: launchedAt ?? 0,
        tier: name === folded ? 0 : name.startsWith(folded) ? 1 : 2 + strictness(id),
        score: scoreOf(groups, words, name),
      }))
      .sort((a, b) => a.tier - b.tier || b.score - a.score || a.launchedAt - b.launchedAt || a.id - b.id)
      .map(({ id }) => id);
  };
}
