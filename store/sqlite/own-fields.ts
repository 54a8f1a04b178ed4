import type Database from "better-sqlite3";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { currencyOf, FREE, priceField } from "#domain/listings/price-fields.ts";
import { given } from "#domain/text/given.ts";
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

const MOST_CURRENCIES = 8;
/** Enough to tell which currency is the most frequent. */
const COUNTED = 1000;

const byReader = new WeakMap<Database.Database, () => readonly OwnField[]>();
/** What listings are filtered by: fields of the site, and prices in the most frequent currencies, that first. */
export const readFilterFields = (reader: Database.Database): (() => readonly OwnField[]) =>
  byReader.getOrInsertComputed(reader, readingFilterFields);

function readingFilterFields(reader: Database.Database): () => readonly OwnField[] {
  const own = readOwnFields(reader);
  const next = reader
    .prepare<[string], string>(
      "select field from listing_values where field > ? and field < 'price_a' order by field limit 1",
    )
    .pluck();
  const counted = reader
    .prepare<[string], number>(`select count(*) from (select 1 from listing_values where field = ? limit ${COUNTED})`)
    .pluck();
  let text = "";
  let known: readonly OwnField[] = [];
  return untilCommit(reader, () => {
    const found: { key: string; count: number }[] = [];
    for (let key = next.get("price_A"); key !== undefined; key = next.get(key))
      if (key !== FREE) found.push({ key, count: given(counted.get(key)) });
    found.sort((a, b) => b.count - a.count);
    const prices = found.slice(0, MOST_CURRENCIES).map(({ key }) => priceField(given(currencyOf(key))));
    const now = JSON.stringify([own(), prices]);
    if (now !== text) [text, known] = [now, [...own(), ...prices]];
    return known;
  });
}
