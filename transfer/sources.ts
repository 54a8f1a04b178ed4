import type { Deps } from "#actions/context.ts";
import type { ImportColumn } from "#domain/site/import.ts";
import { given } from "#domain/text/given.ts";
import type { ImportSource } from "#store/repos/site/import-sources.ts";
import type { ImportRow } from "#store/repos/site/imports.ts";
import type { Tx } from "#store/store.ts";
import { fetchSource } from "./fetch-source.ts";
import { changeImport, queueImport, takeFile } from "./imports.ts";

export const READ_SOURCE = "read-source";
export type ReadSource = { sourceId: string; isForced: boolean };
const HOUR_MS = 3600_000;

export const nextReading = ({ everyHours }: Pick<ImportSource, "everyHours">, at: Date): Date =>
  new Date(at.getTime() + everyHours * HOUR_MS);

type Wish = { url: string; everyHours: number | undefined; by: string };
type Needs = Pick<Deps, "store" | "uploads" | "uuid" | "now" | "fetchSite">;

/** Takes a file from a URL, and keeps the URL to be read again. Returns the id of the import. */
export async function takeFromUrl({ url, everyHours, by }: Wish, sourceId: string, deps: Needs): Promise<string> {
  const { store, now } = deps;
  const { bytes, name, etag, digest } = given(await fetchSource({ url }, deps));
  if (everyHours === undefined) return takeFile({ bytes, name, by }, deps);
  const importId = await takeFile({ bytes, name, by, sourceId }, deps);
  await store.change(async (tx) => {
    await changeImport(tx, importId, { options: { update: true } });
    await tx.importSources.add({
      ...{ id: sourceId, url, everyHours, columns: null, options: null, etag, digest, error: null },
      ...{ nextAt: nextReading({ everyHours }, now()), lastAt: now(), lastImportId: importId },
    });
  });
  return importId;
}

/** Runs a checked import. Later readings of its source do as it did. */
export async function beginImport(tx: Tx, { id, sourceId, columns, options }: ImportRow, at: Date): Promise<void> {
  await queueImport(tx, id, "run", at);
  if (sourceId !== null) await tx.importSources.change(sourceId, { columns, options: { ...options, update: true } });
}

export async function queueReading(tx: Tx, { sourceId, isForced }: ReadSource, at: Date): Promise<void> {
  await tx.jobs.add({
    ...{ id: `${READ_SOURCE}:${sourceId}:${at.toISOString()}`, kind: READ_SOURCE },
    ...{ payload: { sourceId, isForced } satisfies ReadSource, runAt: at, createdAt: at },
  });
}

/** Reads a source and imports what changed, with the columns that were chosen for it. */
export async function readAgain(source: ImportSource, isForced: boolean, deps: Deps, signal: AbortSignal) {
  const { store, now, wakeJobs } = deps;
  const { id, url, columns, options } = source;
  if (!columns || !options) return;
  const read = await fetchSource(isForced ? { url } : source, deps, signal);
  const at = now();
  const importId = read && (await takeFile({ ...read, by: null, sourceId: id }, deps));
  await store.change(async (tx) => {
    const current = await tx.importSources.find(id);
    if (!current) return;
    const next = current.nextAt && { nextAt: nextReading(current, at) };
    await tx.importSources.change(id, { lastAt: at, error: null, ...next });
    if (!read || importId === undefined) return;
    await changeImport(tx, importId, { ...chosen(columns, given(await tx.imports.find(importId))), options });
    await queueImport(tx, importId, "run", at);
    await tx.importSources.change(id, { lastImportId: importId, etag: read.etag, digest: read.digest });
  });
  wakeJobs();
}

/** Columns that are new in the file are left out. */
function chosen(columns: readonly ImportColumn[], { columns: found }: ImportRow) {
  const known = new Map(columns.map((one) => [one.column, one]));
  return {
    to: found.map(({ column }) => known.get(column)?.to ?? ""),
    decimal: found.map(({ column }) => known.get(column)?.decimal),
  };
}
