import { expect, it } from "vitest";
import { demoListings } from "../../data/demo/listings.ts";
import { searchableText } from "../../domain/search/search-text.ts";
import { countShared, docOf, knownItems } from "../../scripts/bench/search-queries.ts";
import { createDatabase } from "../helpers/database.ts";

const COUNT = 10_000;

/** The demo listings with their words alone: what the search reads, without the time that histories take. */
const db = await createDatabase();
const docs = [...demoListings({ count: COUNT })].map(docOf);
const addRow = db.writer.prepare(
  `insert into listings(id, slug, url, domain, site_key, status, name, tagline, country, profile_json, created_at, updated_at)
     values (@id, 'l' || @id, '', '', @id, 'live', @name, @tagline, @country, '{}', 0, 0)`,
);
const addWords = db.writer.prepare("insert into listing_search(rowid, words) values (?, ?)");
const addTexts = db.writer.prepare("insert into listing_texts values (?, lower(?), ?)");
db.writer.transaction(() => {
  for (const doc of docs) {
    const keywords = doc.keywords.join("\n");
    const words = searchableText({ ...doc, keywords });
    addRow.run({ id: doc.id, name: doc.name, tagline: doc.tagline, country: doc.country });
    addWords.run(doc.id, words);
    addTexts.run(doc.id, doc.name, words);
  }
})();
const queries = knownItems(docs, countShared(docs), 120);

it.each([
  ["no error", 0.98],
  ["one error in every word", 0.95],
  ["two errors in every long word", 0.85],
])("finds the listing meant among the first ten: %s, in %f of all cases", async (part, wanted) => {
  const asked = queries.filter(({ set }) => set.endsWith(part));
  let found = 0;
  for (const { q, target } of asked) {
    const page = await db.store.listings.search({ q, status: "live", sort: "relevance" }, { page: 1, perPage: 10 });
    if (page.items.some(({ id }) => id === target)) found++;
  }
  expect(asked.length).toBeGreaterThan(100);
  expect(found / asked.length).toBeGreaterThanOrEqual(wanted);
});
