import type { Deps } from "#actions/context.ts";
import { putVersionBack } from "#actions/listings/put-version-back.ts";
import { removeField } from "#actions/site/own-fields.ts";
import { applyPreset, PRESETS } from "#data/presets.ts";
import type { ImportCounts } from "#domain/site/import.ts";
import { importWords } from "#domain/site/import-words.ts";
import { given } from "#domain/text/given.ts";
import { isKeyOf } from "#domain/text/keys.ts";
import type { ImportLine, ImportRow } from "#store/repos/site/imports.ts";
import type { Tx } from "#store/store.ts";
import { SLICE } from "./taking.ts";

type Needs = Pick<Deps, "store" | "now" | "readSiteAddress">;
const EDITED = importWords("edited");

/**
 * Takes back what an import added, and restores what it updated, where that is still the newest
 * version. Fields, categories and redirects that it made go if nothing uses them.
 */
export async function undoImport({ id, accountId, made }: ImportRow, deps: Needs, signal: AbortSignal): Promise<void> {
  for (let before = Number.MAX_SAFE_INTEGER, isOver = false; !isOver; ) {
    signal.throwIfAborted();
    const from: number = before;
    before = await deps.store.change(async (tx) => {
      const lines = await tx.imports.changedBefore(id, from, SLICE);
      const undone: ImportLine[] = [];
      for (const line of lines) undone.push({ ...line, ...(await undoLine(tx, line, accountId, deps)) });
      await tx.imports.saveLines(id, undone);
      await tx.imports.change(id, { counts: recount(given(await tx.imports.find(id)).counts, lines, undone) });
      return lines.at(-1)?.line ?? 0;
    });
    isOver = before === 0;
  }
  await deps.store.change(async (tx) => {
    await tx.redirects.removeOfImport(id);
    const filled = await tx.categories.filled();
    for (const slug of Object.keys(made.categories).reverse()) {
      const rows = await tx.categories.all();
      const row = rows.find((one) => one.slug === slug && !filled.has(slug));
      if (row && !rows.some(({ parentSlug }) => parentSlug === slug)) await tx.categories.remove(row, null, null);
    }
    if (made.preset && isKeyOf(PRESETS, made.preset)) await applyPreset(tx, made.preset);
    for (const key of Object.keys(made.fields)) if (!(await tx.imports.usesField(key))) await removeField(tx, key);
  });
}

type Undone = Pick<ImportLine, "result" | "reason">;
const kept = (reason: string): Undone => ({ result: "kept", reason });

async function undoLine(tx: Tx, line: ImportLine, accountId: string | null, deps: Needs): Promise<Undone> {
  const { result, listingId, version } = line;
  // Fields, categories, pictures and posts; unused ones go at the end.
  if (listingId === null || version === null) return { result, reason: line.reason };
  const listing = await tx.listings.find(listingId);
  if (!listing) return { result: "undone", reason: importWords("deleted") };
  if (listing.version !== version) return kept(EDITED);
  if (result === "added") {
    if (!(await tx.deletions.isUntouched(listingId))) return kept(importWords("used"));
    await tx.deletions.drop(listingId);
    return { result: "undone", reason: null };
  }
  const old = await tx.versions.findBefore(listingId, version);
  if (!old) return kept(EDITED);
  await putVersionBack(tx, { listingId, version: old.version, seen: version }, accountId, deps);
  return { result: "undone", reason: null };
}

function recount(counts: ImportCounts, before: readonly Undone[], after: readonly Undone[]): ImportCounts {
  const sum = { ...counts };
  for (const { result } of before) sum[result]--;
  for (const { result } of after) sum[result]++;
  return sum;
}
