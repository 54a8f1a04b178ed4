import type Database from "better-sqlite3";
import { lowestPrices } from "#core/prices/lowest-price.ts";
import type { Listing } from "#domain/listings/listing.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { wordsOfOwn } from "#domain/listings/own-values.ts";
import { FREE, priceKey } from "#domain/listings/price-fields.ts";
import { foldName, leadOf, PART_END, type SearchableTexts, searchableText } from "#domain/search/search-text.ts";
import { given } from "#domain/text/given.ts";
import { rowsAsJson } from "../sqlite/insert.ts";
import { englishWords } from "./bridge.ts";
import { vectorWrites } from "./listing-vectors.ts";
import { followReaders, ownWords, SOURCES, type SourceRow, searchedFields } from "./own-words.ts";

/** Increase when `searchableText` changes, to rebuild older indexes. */
const WORDS_VERSION = 1;
const BATCH = 5000;
const CHANGE_BYTES = 1024 * 1024;
const MERGED_PAGES = 100;
const REBUILD_BYTES = 64 * 1024 * 1024;

const TABLES = ["listing_search", "listing_names", "listing_leads"];

export type Source = Pick<Listing, "id" | "name" | "tagline" | "language" | "pricingModel" | "profile">;

export const sourceOf = ({ profile_json, pricing_model, ...row }: SourceRow): Source => ({
  ...row,
  pricingModel: pricing_model,
  profile: JSON.parse(profile_json),
});

/** `searched`: the fields of the site whose values are words. */
export function textsOf({ name, tagline, language, profile }: Source, searched: readonly OwnField[]): SearchableTexts {
  const keywords = [
    ...[...profile.keywords, ...profile.tags, ...profile.categories.map((category) => category.name)],
    ...wordsOfOwn(searched, profile.attributes),
  ].join("\n");
  const description = [profile.shortDescription, profile.description].filter(Boolean).join("\n");
  const english = englishWords([tagline, keywords, description].join("\n"), language).join(" ");
  return { name, tagline: tagline ?? "", keywords, description, english };
}

export function rebuildSearchIndex(client: Database.Database): void {
  client.prepare("update search_state set value = 0 where key = 'words'").run();
  listingIndex(client).bringUpToDate();
}

/** For a local search file: changes do not write its index. */
const FOLLOWING = {
  vectors: { putMissing: () => undefined },
  own: { isWaiting: () => false, putSome: () => false },
  add: () => undefined,
  put: () => undefined,
  remove: () => undefined,
  mergeSegments: () => false,
  bringUpToDate: () => undefined,
};

export const searchIndex = (
  client: Database.Database,
): Pick<ReturnType<typeof listingIndex>, Exclude<keyof typeof FOLLOWING, "vectors">> & {
  vectors: Pick<ReturnType<typeof listingIndex>["vectors"], "putMissing">;
} => (client.readonly ? FOLLOWING : listingIndex(client));

/** Runs inside the change that wrote the row. */
export function listingIndex(client: Database.Database) {
  const prepare = <Row>(sql: string) => client.prepare<unknown[], Row>(sql);
  const drop = TABLES.map((table) => prepare(`delete from ${table} where rowid = ?`));
  const merge = TABLES.map((table) => prepare(`insert into ${table}(${table}, rank) values ('merge', ?)`));
  const changes = prepare<number>("select total_changes()").pluck();
  const addWords = prepare("insert into listing_search(rowid, words) values (?, ?)");
  const addName = prepare("insert into listing_names(rowid, words) values (?, ?)");
  const addLead = prepare("insert into listing_leads(rowid, words) values (?, ?)");
  const addTexts = prepare(
    `insert into listing_texts(listing_id, name, words)
     select value ->> 0, value ->> 1, value ->> 2 from json_each(?) where true
     on conflict(listing_id) do update set name = excluded.name, words = excluded.words`,
  );

  const putPrice = prepare("insert into listing_values(field, value, listing_id, num) values (?, ?, ?, ?)");
  const forgetPrices = prepare("delete from listing_values where listing_id = ? and field glob 'price_[A-Z]*'");
  function putPrices({ id, pricingModel, language, profile }: Source): void {
    forgetPrices.run(id);
    for (const { amount, currency } of lowestPrices(profile.pricingSummary, pricingModel, language))
      putPrice.run(currency === undefined ? FREE : priceKey(currency), `${amount}`, id, amount);
  }

  const vectors = vectorWrites(client);
  const searched = searchedFields(client);

  function addWordsOf(sources: Source[]) {
    const fields = searched();
    const texts = sources.map((source) => ({
      id: source.id,
      name: source.name,
      words: searchableText(textsOf(source, fields)),
    }));
    addTexts.run(rowsAsJson(texts.map(({ id, name, words }) => [id, foldName(name), words])));
    for (const { id, words } of texts) {
      addWords.run(id, words);
      addName.run(id, words.slice(0, words.indexOf(PART_END)));
      addLead.run(id, leadOf(words));
    }
    sources.forEach(putPrices);
    return texts;
  }
  const addAll = (sources: Source[]): void => vectors.putAll(addWordsOf(sources));

  /** Sets FTS5's memory: little for one listing, more for a rebuild. */
  const sortIn = (bytes: number) =>
    client.exec(`insert into listing_search(listing_search, rank) values ('hashsize', ${bytes})`);

  function rebuild(): void {
    sortIn(REBUILD_BYTES);
    client.exec(
      `${TABLES.map((table) => `insert into ${table}(${table}) values ('delete-all')`).join("; ")};
       delete from listing_texts`,
    );
    const next = prepare<SourceRow>(`${SOURCES} where id > ? order by id limit ?`);
    for (let last = 0; ; ) {
      const rows = next.all(last, BATCH);
      addWordsOf(rows.map(sourceOf));
      if (rows.length < BATCH) break;
      last = given(rows.at(-1)).id;
    }
    // Slow, so a job recomputes them.
    vectors.forgetAll();
    for (const table of TABLES) client.exec(`insert into ${table}(${table}) values ('optimize')`);
    sortIn(CHANGE_BYTES);
    prepare("update search_state set value = ? where key = 'words'").run(WORDS_VERSION);
    followReaders(client, true);
  }

  function put(source: Source): void {
    for (const statement of drop) statement.run(source.id);
    addAll([source]);
  }
  const wordsOf = prepare<string>("select words from listing_texts where listing_id = ?").pluck();
  function putIfChanged(row: SourceRow): void {
    const [source, words] = [sourceOf(row), wordsOf.get(row.id)];
    if (words !== undefined && words !== searchableText(textsOf(source, searched()))) put(source);
  }

  return {
    vectors,
    /** Follows fields whose values became words, or no longer are. */
    own: ownWords(client, { putIfChanged, putPrices: (row) => putPrices(sourceOf(row)) }),
    /** Indexes new listings, more efficiently together. */
    add: addAll,
    /** Without vectors, which are computed later. */
    addWords: (sources: Source[]): void => void addWordsOf(sources),
    put,
    remove(id: number): void {
      for (const statement of drop) statement.run(id);
    },
    /**
     * Each change adds a segment that every lookup reads. Merges some pages and returns whether
     * more remain; the first step includes all segments.
     */
    mergeSegments(isFirst: boolean): boolean {
      const before = given(changes.get());
      for (const statement of merge) statement.run(isFirst ? -MERGED_PAGES : MERGED_PAGES);
      // A step without work changes one row: https://sqlite.org/fts5.html#the_merge_command
      return given(changes.get()) - before >= 2 * merge.length;
    },
    /** Rebuilds an outdated index. */
    bringUpToDate(): void {
      const version = prepare("select value from search_state where key = 'words'").pluck().get();
      if (version !== WORDS_VERSION) client.transaction(rebuild).immediate();
      followReaders(client);
    },
  };
}
