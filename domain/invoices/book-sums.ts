import type { BookEntry } from "./book-entry.ts";

type Group = Record<string, string | number | null>;
export type BookSum = {
  documents: number;
  netCents: number;
  vatCents: number;
  totalCents: number;
  /** In the seller's currency; null if any document does not state it. */
  sellerNetCents: number | null;
  sellerVatCents: number | null;
};
export type Summed<G extends Group> = G & BookSum;

const added = (sum: number | null, more: number | null): number | null =>
  sum === null || more === null ? null : sum + more;

/**
 * Sums entries by group in a stream, so memory does not grow with them. Entries of one document
 * must be consecutive. Entries without a group are skipped.
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
