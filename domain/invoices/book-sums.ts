import type { BookEntry } from "./book-entry.ts";

type Group = Record<string, string | number | null>;
/** What entries of one kind add up to. */
export type BookSum = {
  documents: number;
  netCents: number;
  vatCents: number;
  totalCents: number;
  /** In the seller's currency; null if any of the documents does not state it. */
  sellerNetCents: number | null;
  sellerVatCents: number | null;
};
export type Summed<G extends Group> = G & BookSum;

const added = (sum: number | null, more: number | null): number | null =>
  sum === null || more === null ? null : sum + more;

/**
 * Adds entries up by group, one at a time, so that any number of them takes no memory. Entries of
 * one document come one after the other. Without a group, an entry is left out.
 */
export function summing<G extends Group>(groupOf: (entry: BookEntry) => G | undefined) {
  const groups = new Map<string, { sum: Summed<G>; last: string }>();
  return {
    add(entry: BookEntry): void {
      const group = groupOf(entry);
      if (!group) return;
      const key = JSON.stringify([...Object.values(group), entry.currency, entry.sellerCurrency]);
      const known = groups.get(key) ?? { sum: { ...group, ...NOTHING }, last: "" };
      groups.set(key, known);
      const { sum } = known;
      if (known.last !== entry.number) sum.documents += 1;
      known.last = entry.number;
      sum.netCents += entry.netCents;
      sum.vatCents += entry.vatCents;
      sum.totalCents += entry.totalCents;
      sum.sellerNetCents = added(sum.sellerNetCents, entry.sellerNetCents);
      sum.sellerVatCents = added(sum.sellerVatCents, entry.sellerVatCents);
    },
    /** In the order of their groups. */
    sums: (): Summed<G>[] => [...groups].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, { sum }]) => sum),
  };
}

const NOTHING: BookSum = {
  documents: 0,
  netCents: 0,
  vatCents: 0,
  totalCents: 0,
  sellerNetCents: 0,
  sellerVatCents: 0,
};
