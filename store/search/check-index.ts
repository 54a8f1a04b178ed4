import type Database from "better-sqlite3";
import { foldName, searchableText } from "#domain/search/search-text.ts";
import { given } from "#domain/text/given.ts";
import { sourceOf, textsOf } from "./listing-index.ts";
import { vectorReads } from "./listing-vectors.ts";
import { vectorOf } from "./meaning.ts";
import { SOURCES, type SourceRow, searchedFields, waitingAfter } from "./own-words.ts";

const BATCH = 1000;
/** Only one in this many listings has its words verified; everything else is checked for all. */
const DEFAULT_SAMPLE = 50;
const MOST_FAULTS = 20;

export const wordsIn = (text: string): Set<string> => new Set(text.split(/[ \u0001]+/).filter(Boolean));
export const asMatch = (word: string): string => `"${word.replaceAll('"', '""')}"`;

/**
 * Differences between search index and listings. Read-only, in batches, inside or outside of a
 * transaction.
 */
export function checkSearchIndex(db: Database.Database, { sampleEvery = DEFAULT_SAMPLE } = {}): string[] {
  const faults: string[] = [];
  const version = db.prepare<[], number>("select value from search_state where key = 'words'").pluck().get();
  if (version === 0) return []; // never opened by a server: made at its first start
  const rows = db.prepare<[number, number], SourceRow>(`${SOURCES} where id > ? order by id limit ?`);
  const kept = db.prepare<[number], { name: string; words: string }>(
    "select name, words from listing_texts where listing_id = ?",
  );
  const isIn = ["listing_search", "listing_names", "listing_leads"].map((table) => ({
    table,
    row: db.prepare(`select 1 from ${table} where rowid = ?`).pluck(),
  }));
  const holds = db
    .prepare("select 1 from listing_search where listing_search match ? and rowid = cast(? as integer)")
    .pluck();

  const vectors = vectorReads(db);
  const fields = searchedFields(db)();
  const settledTo = waitingAfter(db)() ?? Number.POSITIVE_INFINITY;
  let count = 0;
  for (let last = 0; faults.length < MOST_FAULTS; ) {
    const batch = rows.all(last, BATCH);
    for (const row of batch) {
      const { id, name } = row;
      const words = searchableText(textsOf(sourceOf(row), fields));
      const text = kept.get(id);
      for (const { table, row: find } of isIn) if (!find.get(id)) faults.push(`listing ${id} is missing in ${table}`);
      const isSame = text?.words === words && text.name === foldName(name);
      // A job is still at those behind.
      if (!isSame && id > settledTo) continue;
      if (!isSame) faults.push(`listing ${id} has other words than indexed`);
      else if (count % sampleEvery === 0) {
        for (const word of wordsIn(words))
          if (!holds.get(asMatch(word), id)) faults.push(`listing ${id} is not found by "${word}"`);
        // Missing vectors are computed by a job.
        const vector = vectors.find(id);
        if (vector && vectorOf(words).join() !== vector.join()) faults.push(`listing ${id} has another vector`);
      }
      count++;
    }
    if (batch.length < BATCH) break;
    last = given(batch.at(-1)).id;
  }
  for (const { table } of isIn) {
    const extra = db
      .prepare(`select count(*) from ${table} where rowid not in (select id from listings)`)
      .pluck()
      .get();
    if (extra) faults.push(`${table} has ${extra} rows of listings that are gone`);
  }
  return faults.slice(0, MOST_FAULTS);
}
