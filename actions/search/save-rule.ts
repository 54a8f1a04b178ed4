import type { Tx } from "#store/store.ts";

type SearchRule = { phrase: string; means: string; category: string; path: string | null };

/** Saves what a search means: a phrase of a category, or else other words or a page. */
export async function saveSearchRule(tx: Tx, { phrase, means, category, path }: SearchRule, at: Date): Promise<void> {
  const row = category === "" ? undefined : await tx.reference.findCategory(category);
  if (row) await tx.categories.save({ ...row, phrases: [...new Set([...(row.phrases ?? []), phrase])] });
  else await tx.searchRules.save({ phrase, means: means || null, path, at });
}
