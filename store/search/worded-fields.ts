import type Database from "better-sqlite3";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { readOwnFields } from "../sqlite/own-fields.ts";
import { untilCommit } from "../sqlite/version.ts";

const MOST_VALUES = 500;

/** Filters of the site; choices of any text have the values in use as their options. The same list until one changes. */
export function readWordedFields(client: Database.Database): () => readonly OwnField[] {
  const fields = readOwnFields(client);
  const next = client
    .prepare<[string, string], string>(
      "select value from listing_values where field = ? and value > ? order by value limit 1",
    )
    .pluck();
  function* valuesOf(field: string): Generator<string> {
    let value = next.get(field, "");
    for (let count = 0; value !== undefined && count < MOST_VALUES; count++) {
      yield value;
      value = next.get(field, value);
    }
  }
  const isOpen = ({ kind, options = [] }: OwnField): boolean =>
    (kind === "choice" || kind === "choices") && options.length === 0;
  let known: readonly OwnField[] = [];
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
    if (now !== text) [text, known] = [now, worded];
    return known;
  });
}
