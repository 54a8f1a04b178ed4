import type Database from "better-sqlite3";
import type { ListingChange, Shown } from "../../domain/listing-change.ts";
import { versionOf } from "./version.ts";

/** After more changes than this, making everything again is faster than dropping it one by one. */
const MOST_AT_ONCE = 5_000;

/** What changed since an entry; `changes` is undefined where the list no longer tells. */
type News = { seq: number; changes: readonly ListingChange[] | undefined };

function prepare(reader: Database.Database): (seq: number | undefined) => News {
  const newest = reader.prepare<[], number>("select coalesce(max(seq), 0) from listing_changes").pluck();
  const after = reader
    .prepare<[number, number], [seq: number, slug: string, shown: Shown]>(
      "select seq, slug, shown from listing_changes where seq > ? order by seq limit ?",
    )
    .raw();

  const versionNow = versionOf(reader);
  let last: { version: number; since: number | undefined; news: News } | undefined;

  function read(seq: number | undefined): News {
    const rows = seq === undefined ? [] : after.all(seq, MOST_AT_ONCE + 1);
    const isWhole = seq !== undefined && rows.length <= MOST_AT_ONCE && (rows[0]?.[0] ?? seq + 1) === seq + 1;
    if (!isWhole) return { seq: newest.get()!, changes: undefined };
    return { seq: rows.at(-1)?.[0] ?? seq, changes: rows.map(([, slug, shown]) => ({ slug, shown })) };
  }

  // All that is kept follows the list from the same places.
  return (seq) => {
    const version = versionNow();
    if (last?.version !== version || last.since !== seq) last = { version, since: seq, news: read(seq) };
    return last.news;
  };
}

const readers = new WeakMap<Database.Database, ReturnType<typeof prepare>>();

/** Reads the list that triggers write. Its entries are numbered without gaps, and the oldest are deleted. */
export function readListingChanges(reader: Database.Database): ReturnType<typeof prepare> {
  const known = readers.get(reader) ?? prepare(reader);
  readers.set(reader, known);
  return known;
}
