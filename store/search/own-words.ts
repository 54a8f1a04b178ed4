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
  profile_json: string;
};

/** Selects rows of `SourceRow`. */
export const SOURCES = "select id, name, tagline, language, profile_json from listings";

/** Waits like a field whose key is empty: listings in other languages, while the concepts are others. */
const CONCEPTS = "own:";

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

/** Lets listings in other languages wait if the concepts changed. A new index has read them. */
export function followConcepts(client: Database.Database, isNew = false): void {
  const known = client.prepare<[], number>("select value from search_state where key = 'concepts'").pluck().get();
  if (known === conceptsVersion()) return;
  const put = client.prepare(
    "insert into search_state(key, value) values (?, ?) on conflict(key) do update set value = excluded.value",
  );
  client.transaction(() => {
    put.run("concepts", conceptsVersion());
    if (!isNew) put.run(CONCEPTS, 0);
  })();
}

/** Brings listings up to date with changed fields and concepts, some at a time. */
export function ownWords(client: Database.Database, putIfChanged: (row: SourceRow) => void) {
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
  const lastId = client.prepare<[], number>("select coalesce(max(id), 0) from listings").pluck();
  const setPlace = client.prepare("update search_state set value = ? where key = ?");
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
          : having.all(`$.attributes.${key.slice("own:".length)}`, ...place);
      for (const row of rows) putIfChanged(row);
      const to = rows.length === SLICE ? given(rows.at(-1)).id : after + RANGE;
      if (to >= given(lastId.get())) finish.run(key);
      else setPlace.run(to, key);
      return isWaiting();
    },
  };
}
