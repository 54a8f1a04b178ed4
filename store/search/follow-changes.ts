import { setImmediate as breathe } from "node:timers/promises";
import type Database from "better-sqlite3";
import { filedAs } from "#domain/listings/price-fields.ts";
import { wordsByPart } from "#domain/search/search-text.ts";
import { foldTag } from "#domain/search/tags.ts";
import { given } from "#domain/text/given.ts";
import { versionOf } from "../sqlite/version.ts";
import { categoryTexts } from "./category-texts.ts";
import { knownSets, rangeOf, type SetKey, type SetLimits, STATUSES } from "./known-sets.ts";
import { listingTexts } from "./listing-texts.ts";
import { vectorReads } from "./listing-vectors.ts";
import { replacedProducts } from "./replaced-products.ts";
import { storedVocabulary } from "./stored-vocabulary.ts";
import { readVocabulary, type Vocabulary } from "./vocabulary.ts";
import { wordLists } from "./word-lists.ts";

/** Listed instead of a listing when a category's words changed. */
const ALL_CATEGORIES = 0;
/** The same when a field of the site was filed anew. */
const OWN_FIELDS = -1;
const AT_ONCE = 100;
/** Beyond this many changes, rereading everything is faster. */
const MAX_BEHIND = 10_000;
/** Larger vocabularies are read in the background. */
const SMALL = 20_000;
/** Preload words this many times as frequent as cached ones. */
const READ_AHEAD = 4;

/**
 * `atOnce`: up to this many listings, the first search waits for the vocabulary. `toSort`: up to this
 * many matches, sorting them by a field is faster than walking its index.
 */
export type SearchLimits = Partial<SetLimits> & { atOnce?: number; toSort?: number };

type Row = {
  status: string;
  stage: string | null;
  country: string | null;
  language: string | null;
  pricing_model: string | null;
  domain: string;
};

/**
 * Keeps in-memory search data up to date from the database's list of changes. Until loaded, words
 * are looked up in the index.
 */
export function followChanges(client: Database.Database, { atOnce = SMALL, ...limits }: SearchLimits = {}) {
  let vocabulary = storedVocabulary(client);
  let refreshing: Promise<void> | undefined;
  let addedMeanwhile: string[] = [];
  let seen: number | undefined;
  let caughtUp: number | undefined;

  const lastId = client.prepare<[], number>("select coalesce(max(id), 0) from listings").pluck();
  const versionNow = versionOf(client);
  const newest = client.prepare<[], number>("select coalesce(max(seq), 0) from search_changes").pluck();
  const changes = client
    .prepare<[number, number], [seq: number, listingId: number]>(
      "select seq, listing_id from search_changes where seq > ? order by seq limit ?",
    )
    .raw();
  const rowOf = client.prepare<[number], Row>(
    "select status, stage, country, language, pricing_model, domain from listings where id = ?",
  );
  const categoriesOf = client
    .prepare<[number], string>("select category_slug from listing_categories where listing_id = ?")
    .pluck();
  const ownOf = client
    .prepare<[number], [field: string, value: string, num: number | null]>(
      "select field, value, num from listing_values where listing_id = ?",
    )
    .raw();
  const tagsOf = client.prepare<[number], string>("select tag from listing_tags where listing_id = ?").pluck();
  const wordsOf = client.prepare<[number], string>("select words from listing_texts where listing_id = ?").pluck();

  const categories = categoryTexts(client);
  const texts = listingTexts(client);
  const vectors = vectorReads(client);
  const sets = knownSets(client, () => vocabulary, limits);
  const lists = wordLists(client, sets);
  const replaced = replacedProducts(client);

  function apply(id: number): void {
    if (id === OWN_FIELDS) {
      sets.drop((key) => /^(own|range|has):/.test(key));
      replaced.clear();
      return;
    }
    if (id === ALL_CATEGORIES) categories.changed();
    replaced.changed(id);
    texts.drop(id);
    vectors.drop(id);
    const row = rowOf.get(id);
    const parts = wordsByPart(wordsOf.get(id) ?? "");
    const list = parts.flat();
    const words = new Set(list);
    const [names = [], ...others] = parts;
    const lead = new Set(others.slice(0, 2).flat());
    const filed = new Set(categoriesOf.all(id));
    const tags = tagsOf.all(id);
    const own = ownOf.all(id);
    vocabulary.add(words);
    lists.apply(id, { word: words, lead });
    if (refreshing !== undefined) addedMeanwhile.push(...list);
    sets.apply(id, (key: SetKey) => {
      if (!row) return false;
      const colon = key.indexOf(":");
      const value = key.slice(colon + 1);
      switch (key.slice(0, colon)) {
        case "status":
          return given(STATUSES[value]).includes(row.status);
        case "stage":
          return row.stage === value;
        case "country":
          return row.country === value;
        case "language":
          return row.language === value;
        case "pricing":
          return row.pricing_model === value;
        case "domain":
          return row.domain === value;
        case "category":
          return filed.has(value);
        case "tag":
          return tags.some((tag) => foldTag(tag) === value);
        case "own":
          return own.some(([field, has]) => `${field}=${has}` === value);
        case "range": {
          const { field, from, to } = rangeOf(value);
          return own.some(([name, , num]) => filedAs(field).includes(name) && num !== null && num >= from && num <= to);
        }
        case "has":
          return (
            Object.entries(row).some(([column, is]) => column === value && is !== null) ||
            own.some(([field]) => field === value)
          );
        case "word":
          return words.has(value);
        case "lead":
          return lead.has(value);
        case "prefix":
          return list.some((word) => word.startsWith(value));
        default:
          return names.some((word) => word.startsWith(value));
      }
    });
  }

  /** Rereads the vocabulary while searches use the previous one plus additions. */
  function refresh(): Promise<void> {
    refreshing ??= readVocabulary(client)
      .then((fresh) => {
        fresh.add(addedMeanwhile);
        vocabulary = fresh;
      })
      .finally(() => {
        addedMeanwhile = [];
        refreshing = undefined;
      });
    return refreshing;
  }

  async function upToDate(): Promise<Vocabulary> {
    const version = versionNow();
    if (version === caughtUp) return vocabulary;
    sets.measure();
    if (seen === undefined || given(newest.get()) - seen > MAX_BEHIND) {
      sets.clear();
      lists.clear();
      texts.clear();
      vectors.clear();
      replaced.clear();
      categories.changed();
      seen = given(newest.get());
      const reading = refresh();
      if (given(lastId.get()) <= atOnce) await reading;
      else reading.catch(() => undefined);
    }
    for (;;) {
      const batch = changes.all(seen, AT_ONCE);
      if (!batch.length) break;
      for (const id of new Set(batch.map(([, listingId]) => listingId))) apply(id);
      seen = given(batch.at(-1))[0];
      if (batch.length === AT_ONCE) await breathe();
    }
    caughtUp = version;
    if (vocabulary.isFull) refresh().catch(() => undefined);
    return vocabulary;
  }

  /** Preloads search data, for faster answers and better corrections. */
  async function warm(): Promise<void> {
    await upToDate();
    await refreshing;
    await sets.readAhead([
      "status:live",
      "status:upcoming",
      ...categories.slugs().map((slug) => `category:${slug}` as const),
      ...vocabulary.frequent(READ_AHEAD * sets.mostRare()).flatMap((word) => [`word:${word}`, `lead:${word}`] as const),
    ]);
  }

  /** Increases with every applied commit, which invalidates earlier results. */
  const applied = () => caughtUp;

  return { sets, lists, categories, texts, vectors, replaced, upToDate, applied, warm };
}

export type Followed = ReturnType<typeof followChanges>;
