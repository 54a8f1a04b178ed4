import type Database from "better-sqlite3";
import type { Store } from "../store.ts";

/** After more changes than this, making everything again is faster than dropping it one by one. */
const MOST_AT_ONCE = 5_000;

/** Reads the list that triggers write. Its entries are numbered without gaps, and the oldest are deleted. */
export function readListingChanges(reader: Database.Database): Store["listingChanges"] {
  const newest = reader.prepare<[], number>("select coalesce(max(seq), 0) from listing_changes").pluck();
  const after = reader
    .prepare<[number, number], [seq: number, slug: string]>(
      "select seq, slug from listing_changes where seq > ? order by seq limit ?",
    )
    .raw();

  return (seq) => {
    const changes = seq === undefined ? [] : after.all(seq, MOST_AT_ONCE + 1);
    const isWhole = seq !== undefined && changes.length <= MOST_AT_ONCE && (changes[0]?.[0] ?? seq + 1) === seq + 1;
    if (!isWhole) return { seq: newest.get()!, slugs: undefined };
    return { seq: changes.at(-1)?.[0] ?? seq, slugs: [...new Set(changes.map(([, slug]) => slug))] };
  };
}
