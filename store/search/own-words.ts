import type Database from "better-sqlite3";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { given } from "#domain/text/given.ts";

/** Listings whose words are written at once, and ids passed at once. */
const [SLICE, RANGE] = [100, 1000];

export type SourceRow = { id: number; name: string; tagline: string | null; profile_json: string };

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

/** Brings listings up to date with changed fields, some at a time. */
export function ownWords(client: Database.Database, putIfChanged: (row: SourceRow) => void) {
  // Values before words: a trigger files those that an id is moved past.
  const first = client.prepare<[], { key: string; value: number }>(
    "select key, value from search_state where key glob 'own:*' or key glob 'values:*' order by key desc limit 1",
  );
  const isWaiting = (): boolean => first.get() !== undefined;
  const having = client.prepare<[path: string, after: number, to: number, limit: number], SourceRow>(
    `select id, name, tagline, profile_json from listings
     where json_type(profile_json, ?) is not null and id > ? and id <= ? order by id limit ?`,
  );
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
      const rows = having.all(`$.attributes.${key.slice("own:".length)}`, after, after + RANGE, SLICE);
      for (const row of rows) putIfChanged(row);
      const to = rows.length === SLICE ? given(rows.at(-1)).id : after + RANGE;
      if (to >= given(lastId.get())) finish.run(key);
      else setPlace.run(to, key);
      return isWaiting();
    },
  };
}
