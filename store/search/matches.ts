import type Database from "better-sqlite3";
import { type Alternative, type Group, hasOne } from "#domain/search/search-score.ts";
import { given } from "#domain/text/given.ts";
import { IdSet } from "./id-set.ts";
import type { KnownSets, SetKey } from "./known-sets.ts";
import type { ListingTexts } from "./listing-texts.ts";
import type { Vocabulary } from "./vocabulary.ts";

const READ = 1000;

/** The listings found; `set` if there are many. */
export type Matches = { count: number; has(id: number): boolean; ids(): Iterable<number>; set: () => IdSet };

export const few = (ids: number[]): Matches => {
  let known: IdSet | undefined;
  const set = () => {
    known ??= IdSet.of(ids);
    return known;
  };
  return { count: ids.length, has: (id) => set().has(id), ids: () => ids, set };
};
export const many = (set: IdSet): Matches => ({
  count: set.count(),
  has: (id) => set.has(id),
  ids: () => set,
  set: () => set,
});

const quoted = ({ kind, text }: Alternative) => (kind === "word" ? `"${text}"` : `"${text}"*`);
const either = (alternatives: readonly Alternative[]) => `(${alternatives.map(quoted).join(" OR ")})`;

/** Drops alternatives covered by a prefix among them. */
function withoutCovered(alternatives: readonly Alternative[]): Alternative[] {
  const kept: Alternative[] = [];
  const beginnings = alternatives.filter(({ kind }) => kind === "prefix").sort((a, b) => a.text.length - b.text.length);
  for (const one of [...beginnings, ...alternatives.filter(({ kind }) => kind !== "prefix")])
    if (!kept.some(({ kind, text }) => kind === "prefix" && one.text.startsWith(text))) kept.push(one);
  return kept;
}

/** A group matching very many listings: alternatives with cached sets, and others. */
type Frequent = { alternatives: Alternative[]; kept: SetKey[]; rare: Alternative[] };

/** Evaluates groups: each needs one of its alternatives. Input reaches FTS5 only quoted. */
export function matcher(client: Database.Database, sets: KnownSets, texts: ListingTexts) {
  const find = client
    .prepare<[string], number>("select rowid from listing_search where listing_search match ? order by rowid desc")
    .pluck();

  async function allWith({ kept, rare }: Frequent): Promise<IdSet> {
    const found = await Promise.all(kept.map((key) => sets.get(key)));
    if (rare.length) found.push(IdSet.of(find.all(either(rare))));
    return found.length === 1 ? given(found[0]) : IdSet.anyOf(found);
  }

  return async function matching(groups: readonly Group[], scope: IdSet, vocabulary: Vocabulary): Promise<Matches> {
    const rowsOf = ({ kind, text }: Alternative) =>
      kind === "word" ? vocabulary.rowsWith(text) : kind === "prefix" ? vocabulary.rowsStarting(text) : Infinity;
    const mostRare = sets.mostRare();
    const inIndex: string[] = [];
    const frequent: Frequent[] = [];
    for (const group of groups) {
      const alternatives = withoutCovered(group.alternatives);
      const rare: Alternative[] = [];
      const kept: SetKey[] = [];
      let rareRows = 0;
      for (const alternative of alternatives) {
        const rows = rowsOf(alternative);
        if (rareRows + rows <= mostRare) {
          rareRows += rows;
          rare.push(alternative);
        } else kept.push(`${alternative.kind}:${alternative.text}`);
      }
      if (kept.length) frequent.push({ alternatives, kept, rare });
      else inIndex.push(either(rare));
    }
    let ids: number[] | undefined;
    if (inIndex.length) {
      ids = find.all(inIndex.join(" AND ")).filter((id) => scope.has(id));
      if (!frequent.length || !ids.length) return few(ids);
      if (ids.length <= READ && !frequent.every(({ kept }) => kept.every(sets.ready))) {
        const fitting = new Set<number>();
        for (const { id, words } of texts.of(ids)) {
          if (frequent.every(({ alternatives }) => hasOne(alternatives, words))) fitting.add(id);
        }
        return few(ids.filter((id) => fitting.has(id)));
      }
    }
    const needed = await Promise.all(frequent.map(allWith));
    if (!ids) return many(scope.and(...needed));
    return few(ids.filter((id) => needed.every((set) => set.has(id))));
  };
}

export type Matching = ReturnType<typeof matcher>;
