import type Database from "better-sqlite3";
import type { ListingFilter } from "#domain/listings/listing.ts";
import type { MatchOrder, Part } from "./match-order.ts";
import { few, type Matches, many } from "./matches.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { WordLists } from "./word-lists.ts";

/** The newest names with a word rank before weaker places. */
const MOST_NAMED = 250;

function newIn(found: Matches, matches: Matches, before: Matches[]): Matches {
  const isList = Array.isArray(found.ids());
  if (!isList)
    return many(
      found
        .set()
        .and(matches.set())
        .without(...before.map(({ set }) => set())),
    );
  return few([...found.ids()].filter((id) => matches.has(id) && !before.some(({ has }) => has(id))));
}

/**
 * Results for one word: exact name, name prefix, then by place (name, tagline or keywords,
 * anywhere), most voted first. Reads no text, so size hardly matters.
 */
export function wordPlaces(client: Database.Database, lists: WordLists, ordered: MatchOrder) {
  const starting = client
    .prepare<[string, string, string, number], [id: number, isWhole: number]>(
      "select listing_id, name = ? from listing_texts where name >= ? and name < ? order by name limit ?",
    )
    .raw();
  const inNames = client
    .prepare<[string], number>(
      `select rowid from listing_names where listing_names match ? order by rowid desc limit ${MOST_NAMED}`,
    )
    .pluck();

  return async function page(
    word: string,
    { matches, vocabulary }: { matches: Matches; vocabulary: Vocabulary },
    { sort, status }: Pick<ListingFilter, "sort" | "status">,
    { offset, limit }: Part,
  ): Promise<number[]> {
    const named = starting.all(word, word, `${word}\u{10ffff}`, MOST_NAMED);
    const listed = (isWhole: number) => few(named.filter((row) => row[1] === isWhole).map(([id]) => id));
    const places: (() => Matches | Promise<Matches>)[] = [
      () => listed(1),
      () => listed(0),
      () => few(inNames.all(`"${word}" OR "${word}"*`)),
      () => lists.withAny("lead", [word], vocabulary),
      () => lists.withAny("word", [word], vocabulary),
      () => matches,
    ];
    const ids: number[] = [];
    const before: Matches[] = [];
    let skipped = 0;
    for (const place of places) {
      const here = newIn(await place(), matches, before);
      const part = { offset: Math.max(0, offset - skipped), limit: limit - ids.length };
      ids.push(...(await ordered(here, { sort, status }, part)));
      if (ids.length >= limit) break;
      skipped += here.count;
      before.push(here);
    }
    return ids;
  };
}
