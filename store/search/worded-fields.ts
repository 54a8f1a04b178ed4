import type Database from "better-sqlite3";
import { ALTERNATIVE_TO } from "#domain/listings/alternative-to.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { attributesIn } from "#domain/search/attributes.ts";
import { readFilterFields } from "../sqlite/own-fields.ts";
import { untilCommit } from "../sqlite/version.ts";

const MOST_VALUES = 500;
/** Owners type these values, so one alone must not decide what a word means. */
const ENOUGH = 3;

/** Choices of any text. Names of replaced products are read by the search for them. */
export const isOpen = ({ key, kind, options = [] }: OwnField): boolean =>
  (kind === "choice" || kind === "choices") && options.length === 0 && key !== ALTERNATIVE_TO.key;

/** Filters of the site; choices of any text have the values of several listings as options. The same list until one changes. */
export function readWordedFields(client: Database.Database): () => readonly OwnField[] {
  const fields = readFilterFields(client);
  const next = client
    .prepare<[string, string], string>(
      "select value from listing_values where field = ? and value > ? order by value limit 1",
    )
    .pluck();
  const holders = client
    .prepare<[string, string, number], number>(
      `select count(*) from (select 1 from listing_values join listings on listings.id = listing_id
       where field = ? and value = ? and status = 'live' limit ?)`,
    )
    .pluck();
  const known = new Map<string, boolean>();
  /** "free" is a price, whatever owners type. */
  const isKnown = (value: string): boolean =>
    known.getOrInsertComputed(value, () => attributesIn(value, []).length > 0);
  function* valuesOf(field: string): Generator<string> {
    let value = next.get(field, "");
    for (let count = 0; value !== undefined && count < MOST_VALUES; count++) {
      if (holders.get(field, value, ENOUGH) === ENOUGH && !isKnown(value)) yield value;
      value = next.get(field, value);
    }
  }
  let all: readonly OwnField[] = [];
  let text = "";
  return untilCommit(client, () => {
    const worded = fields()
      .filter(({ isFilter }) => isFilter)
      .map((field) =>
        isOpen(field)
          ? { ...field, options: [...valuesOf(field.key)].map((value) => ({ value, label: value })) }
          : field,
      );
    const now = JSON.stringify(worded);
    if (now !== text) [text, all] = [now, worded];
    return all;
  });
}
