import type Database from "better-sqlite3";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { untilCommit } from "./version.ts";

/** The fields that admins define; the same list until one changes. Those being indexed are no filters yet. */
export function readOwnFields(reader: Database.Database): () => readonly OwnField[] {
  const rows = reader
    .prepare<[], string>(
      `select iif(is_indexed and exists (select 1 from search_state where search_state.key = 'values:' || own_fields.key),
         json_set(json_remove(definition_json, '$.isFilter', '$.isSort'), '$.isIndexing', json('true')), definition_json)
       from own_fields order by position, key`,
    )
    .pluck();
  let text = "";
  let known: readonly OwnField[] = [];
  return untilCommit(reader, () => {
    const found = `[${rows.all().join()}]`;
    if (found !== text) [text, known] = [found, JSON.parse(found)];
    return known;
  });
}
