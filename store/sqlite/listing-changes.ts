import type Database from "better-sqlite3";
import type { ListingChange, Shown } from "#domain/listings/listing-change.ts";
import { given } from "#domain/text/given.ts";

/** After more changes, invalidating everything is faster. */
const MOST_AT_ONCE = 5_000;

/** Reads the list that triggers write, numbered without gaps. The oldest entries are deleted. */
export function readListingChanges(reader: Database.Database) {
  const newest = reader.prepare<[], number>("select coalesce(max(seq), 0) from listing_changes").pluck();
  const after = reader
    .prepare<[number, number], [seq: number, slug: string, shown: Shown]>(
      "select seq, slug, shown from listing_changes where seq > ? order by seq limit ?",
    )
    .raw();

  return (seq: number | undefined): { seq: number; changes: ListingChange[] | undefined } => {
    const rows = seq === undefined ? [] : after.all(seq, MOST_AT_ONCE + 1);
    const isWhole = seq !== undefined && rows.length <= MOST_AT_ONCE && (rows[0]?.[0] ?? seq + 1) === seq + 1;
    if (!isWhole) return { seq: given(newest.get()), changes: undefined };
    return { seq: rows.at(-1)?.[0] ?? seq, changes: rows.map(([, slug, shown]) => ({ slug, shown })) };
  };
}
