import type Database from "better-sqlite3";
import { type Alternative, type Group, hasOne } from "../../domain/search-score.ts";
import { IdSet } from "./id-set.ts";
import type { KnownSets } from "./known-sets.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Of so few listings it is quicker to read the words than to have a set of all that have a frequent word. */
const READ = 1000;

/** The listings found: how many, which, and all of them from the newest. */
export type Matches = { count: number; has(id: number): boolean; ids(): Iterable<number> };

const few = (ids: number[]): Matches => {
  let set: Set<number> | undefined;
  return {
    count: ids.length,
    has(id) {
      set ??= new Set(ids);
      return set.has(id);
    },
    ids: () => ids,
  };
};
export const many = (set: IdSet): Matches => ({ count: set.count(), has: (id) => set.has(id), ids: () => set });

const quoted = ({ kind, text }: Alternative) => (kind === "word" ? `"${text}"` : `"${text}"*`);
const either = (alternatives: readonly Alternative[]) => `(${alternatives.map(quoted).join(" OR ")})`;

/** Who has a word has its beginning, too: what a beginning among the alternatives covers need not be looked for. */
function withoutCovered(alternatives: readonly Alternative[]): Alternative[] {
  const kept: Alternative[] = [];
  const beginnings = alternatives.filter(({ kind }) => kind === "prefix").sort((a, b) => a.text.length - b.text.length);
  for (const one of [...beginnings, ...alternatives.filter(({ kind }) => kind !== "prefix")])
    if (!kept.some(({ kind, text }) => kind === "prefix" && one.text.startsWith(text))) kept.push(one);
  return kept;
}

/** Evaluates groups: every group must be met by one of its alternatives. What was typed reaches FTS5 only in quotes. */
export function matcher(client: Database.Database, sets: KnownSets) {
  const find = client
    .prepare("select rowid from listing_search where listing_search match ? order by rowid desc")
    .pluck();
  const texts = client
    .prepare("select listing_id, words from listing_texts where listing_id in (select value from json_each(?))")
    .raw();

  /** Every listing that meets one of the alternatives, from kept sets for the frequent ones. */
  async function allWith(
    alternatives: readonly Alternative[],
    rows: readonly number[],
    mostRare: number,
  ): Promise<() => IdSet> {
    const rare: Alternative[] = [];
    const kept: IdSet[] = [];
    let rareRows = 0;
    for (const [index, alternative] of alternatives.entries()) {
      if (rareRows + rows[index]! <= mostRare) {
        rareRows += rows[index]!;
        rare.push(alternative);
      } else kept.push(await sets.get(`${alternative.kind}:${alternative.text}`));
    }
    return () => {
      if (rare.length) return IdSet.anyOf([...kept, IdSet.of(find.all(either(rare)) as number[])]);
      return kept.length === 1 ? kept[0]! : IdSet.anyOf(kept);
    };
  }

  return async function matching(groups: readonly Group[], scope: IdSet, vocabulary: Vocabulary): Promise<Matches> {
    const rowsOf = ({ kind, text }: Alternative) =>
      kind === "word" ? vocabulary.rowsWith(text) : kind === "prefix" ? vocabulary.rowsStarting(text) : Infinity;
    const mostRare = sets.mostRare();
    const inIndex: string[] = [];
    const frequent: { alternatives: Alternative[]; rows: number[] }[] = [];
    for (const group of groups) {
      const alternatives = withoutCovered(group.alternatives);
      const rows = alternatives.map(rowsOf);
      if (rows.reduce((sum, count) => sum + count, 0) <= mostRare) inIndex.push(either(alternatives));
      else frequent.push({ alternatives, rows });
    }
    if (inIndex.length) {
      const match = inIndex.join(" AND ");
      const ids = (find.all(match) as number[]).filter((id) => scope.has(id));
      if (!frequent.length || !ids.length) return few(ids);
      if (ids.length <= READ) {
        const fitting = new Set<number>();
        for (const [id, words] of texts.all(JSON.stringify(ids)) as [number, string][]) {
          if (frequent.every(({ alternatives }) => hasOne(alternatives, words))) fitting.add(id);
        }
        return few(ids.filter((id) => fitting.has(id)));
      }
    }
    const readers = await Promise.all(frequent.map(({ alternatives, rows }) => allWith(alternatives, rows, mostRare)));
    // From here on nothing waits, so that all of it sees the same rows.
    const needed = readers.map((read) => read());
    if (!inIndex.length) return many(scope.and(...needed));
    const ids = find.all(inIndex.join(" AND ")) as number[];
    return few(ids.filter((id) => scope.has(id) && needed.every((set) => set.has(id))));
  };
}
