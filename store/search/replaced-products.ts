import { setImmediate as breathe } from "node:timers/promises";
import type Database from "better-sqlite3";
import {
  ALTERNATIVE_TO,
  alternativeSlug,
  REPLACES,
  type Replaced,
  replacedIn,
} from "#domain/listings/alternative-to.ts";
import { productsBySlug } from "./known-products.ts";
import { sourceOf } from "./listing-index.ts";
import { SOURCES, type SourceRow } from "./own-words.ts";
import { saidToReplace } from "./said-to-replace.ts";

const AT_ONCE = 50;
const WORDS = REPLACES.map((start) => `"${start}"*`).join(" OR ");

/** What live listings say they replace, in memory: read at first use, and again as listings change. */
export function replacedProducts(client: Database.Database) {
  const candidates = client
    .prepare<[string, string], number>(
      `select rowid from listing_search where listing_search match ?
       union select listing_id from listing_values where field = ?`,
    )
    .pluck();
  const rowOf = client.prepare<[number], SourceRow>(`${SOURCES} where id = ? and status = 'live'`);
  const isFiltered = client.prepare<[string], number>("select 1 from own_fields where key = ? and is_indexed");

  let waiting: Set<number> | undefined;
  let named = new Map<number, string[]>();
  let all: Replaced[] | undefined;

  function read(id: number, hasField: boolean): void {
    const row = rowOf.get(id);
    const source = row && sourceOf(row);
    const values = hasField ? [source?.profile.attributes?.[ALTERNATIVE_TO.key] ?? []].flat().map(String) : [];
    const usual = (name: string) => productsBySlug().get(alternativeSlug(name))?.name ?? name;
    const names = source ? [...new Set([...values.map(usual), ...saidToReplace(source)])] : [];
    if (names.length > 0) named.set(id, names);
    else named.delete(id);
  }

  return {
    changed(id: number): void {
      waiting?.add(id);
      all = undefined;
    },
    clear(): void {
      waiting = undefined;
      named = new Map();
      all = undefined;
    },
    /** By product, the most named first. */
    async all(): Promise<Replaced[]> {
      waiting ??= new Set(candidates.all(WORDS, ALTERNATIVE_TO.key));
      for (let ids = waiting; ids.size > 0; ids = waiting ?? ids) {
        const hasField = isFiltered.get(ALTERNATIVE_TO.key) !== undefined;
        for (const id of [...ids].slice(0, AT_ONCE)) {
          ids.delete(id);
          read(id, hasField);
        }
        if (ids.size > 0) await breathe();
      }
      all ??= replacedIn(named);
      return all;
    },
  };
}
