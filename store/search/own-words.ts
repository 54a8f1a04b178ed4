import type Database from "better-sqlite3";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { given } from "#domain/text/given.ts";
import { conceptsVersion } from "./concepts.ts";

/** Listings whose words are written at once, and ids passed at once. */
const [SLICE, RANGE] = [100, 1000];

export type SourceRow = {
  id: number;
  name: string;
  tagline: string | null;
  language: string | null;
  pricing_model: string | null;
  profile_json: string;
};

/** Selects rows of `SourceRow`. */
export const SOURCES = "select id, name, tagline, language, pricing_model, profile_json from listings";

/** Wait like fields whose keys no field has: listings in other languages, and those with prices. */
const [CONCEPTS, PRICES] = ["own:", "own:$"];
/** Increase when `lowestPrices` reads more. */
const PRICES_VERSION = 1;

/** The fields whose values are words of a listing. */
export function searchedFields(client: Database.Database): () => OwnField[] {
  const read = client
    .prepare<[], string>("select definition_json from own_fields where definition_json ->> '$.isSearched'")
    .pluck();
  return () => read.all().map((text) => JSON.parse(text));
}

/** The id after which words of listings wait for a changed field; undefined if none do. Triggers set it. */
export function waitingAfter(client: Database.Database): () => number | undefined {
  const read = client.prepare<[], number | null>("select min(value) from search_state where key glob 'own:*'").pluck();
  return () => read.get() ?? undefined;
}

/** Lets listings wait if the concepts or the reading of prices changed. A new index has read them. */
export function followReaders(client: Database.Database, isNew = false): void {
  const known = client.prepare<[string], number>("select value from search_state where key = ?").pluck();
  const changed = [
    { reader: "concepts", version: conceptsVersion(), waiting: CONCEPTS },
    { reader: "prices", version: PRICES_VERSION, waiting: PRICES },
  ].filter(({ reader, version }) => known.get(reader) !== version);
  if (changed.length === 0) return;
  const put = client.prepare(
    "insert into search_state(key, value) values (?, ?) on conflict(key) do update set value = excluded.value",
  );
  client.transaction(() => {
    for (const { reader, version, waiting } of changed) {
      put.run(reader, version);
      if (!isNew) put.run(waiting, 0);
    }
  })();
}

/** Brings listings up to date with changed fields and concepts, some at a time. */
export function ownWords(
  client: Database.Database,
  { putIfChanged, putPrices }: Record<"putIfChanged" | "putPrices", (row: SourceRow) => void>,
) {
  // Values before words: a trigger files those that an id is moved past.
  const first = client.prepare<[], { key: string; value: number }>(
    "select key, value from search_state where key glob 'own:*' or key glob 'values:*' order by key desc limit 1",
  );
  const isWaiting = (): boolean => first.get() !== undefined;
  const rowsThat = (condition: string) =>
    client.prepare<[value: string, after: number, to: number, limit: number], SourceRow>(
      `${SOURCES} where ${condition} and id > ? and id <= ? order by id limit ?`,
    );
  const having = rowsThat("json_type(profile_json, ?) is not null");
  const speakingOther = rowsThat("language <> ?");
  const priced = rowsThat("coalesce(pricing_model, profile_json ->> ?) is not null");
  const lastId = client.prepare<[], number>("select coalesce(max(id), 0) from listings").pluck();
  const setPlace = client.prepare("update search_state set value = ? where key = ?");
  const refilter = client.prepare("insert into search_changes(listing_id) values (-1)");
  const finish = client.prepare("delete from search_state where key = ?");
  return {
    isWaiting,
    /** Returns whether more remain. */
    putSome(): boolean {
      const work = first.get();
      if (!work) return false;
      const { key, value: after } = work;
      if (key.startsWith("values:")) {
        setPlace.run(after + RANGE, key);
        return isWaiting();
      }
      const place = [after, after + RANGE, SLICE] as const;
      const rows =
        key === CONCEPTS
          ? speakingOther.all("en", ...place)
          : key === PRICES
            ? priced.all("$.pricingSummary", ...place)
            : having.all(`$.attributes.${key.slice("own:".length)}`, ...place);
      for (const row of rows) (key === PRICES ? putPrices : putIfChanged)(row);
      if (key === PRICES) refilter.run();
      const to = rows.length === SLICE ? given(rows.at(-1)).id : after + RANGE;
      if (to >= given(lastId.get())) finish.run(key);
      else setPlace.run(to, key);
      return isWaiting();
    },
  };
}
