import type Database from "better-sqlite3";
import type { ListingFilter } from "#domain/listings/listing.ts";
import { scorerOf } from "#domain/search/search-score.ts";
import { given } from "#domain/text/given.ts";
import type { ListingTexts } from "./listing-texts.ts";
import type { MatchOrder, Part } from "./match-order.ts";
import type { Found } from "./match-stages.ts";

/** How many matches are scored; otherwise those with the words in the name, and the most voted. */
const WEIGHED = { all: 500, names: 250, voted: 250 };

type Result = { id: number; tier: number; score: number };

const byWorth = (a: Result, b: Result): number => a.tier - b.tier || b.score - a.score;

/** By relevance: exact name, name prefix, fewest typos, best score. */
export function bestMatches(client: Database.Database, texts: ListingTexts, ordered: MatchOrder) {
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
  const listedAtOf = client
    .prepare<[string], [id: number, listedAt: number | null]>(
      `select id, listed_at from listings indexed by listings_sorting
       where id in (select value from json_each(?))`,
    )
    .raw();

  /** Equal results in the order in which they were listed, as far as the page needs. */
  function inOrder(results: Result[], { offset, limit }: Part): number[] {
    const ids = results.map(({ id }) => id);
    if (offset >= ids.length) return ids;
    let [from, to] = [offset, Math.min(offset + limit, ids.length)];
    while (from > 0 && byWorth(given(results[from - 1]), given(results[from])) === 0) from--;
    while (to < results.length && byWorth(given(results[to - 1]), given(results[to])) === 0) to++;
    const listed = new Map(listedAtOf.all(JSON.stringify(ids.slice(from, to))));
    const listedAt = ({ id }: Result) => listed.get(id) ?? 0;
    const sorted = results
      .slice(from, to)
      .sort((a, b) => byWorth(a, b) || listedAt(a) - listedAt(b) || a.id - b.id)
      .map(({ id }) => id);
    return ids.slice(0, from).concat(sorted, ids.slice(to));
  }

  return async function best(
    { matches, groups, stricter }: Found,
    folded: string,
    { status }: Pick<ListingFilter, "status">,
    part: Part,
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
    const scoreOf = scorerOf(groups);
    const results = texts
      .of(candidates)
      .map(({ id, name, words }) => ({
        id,
        tier: name === folded ? 0 : name.startsWith(folded) ? 1 : 2 + strictness(id),
        score: scoreOf(words, name),
      }))
      .sort(byWorth);
    return inOrder(results, part);
  };
}
