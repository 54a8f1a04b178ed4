import type { Deps } from "#actions/context.ts";
import type { ImportCounts, ImportMade } from "#domain/site/import.ts";
import { given } from "#domain/text/given.ts";
import { t } from "#languages/words.ts";
import type { ImportRow } from "#store/repos/site/imports.ts";
import type { Tx } from "#store/store.ts";
import { openDirectory } from "./directory.ts";
import { fileOf } from "./imports.ts";
import { rowsToTakeIn } from "./source.ts";
import { decodeText, unreadable } from "./table/decode.ts";
import { guessDelimiter } from "./table/delimiter.ts";
import { type Format, recordsOf } from "./table/rows.ts";
import { takeIn } from "./take-in.ts";
import type { Outcome } from "./taking.ts";

/** Versions that an import writes name it as their client. */
export const clientOf = (id: string): string => `import:${id}`;

/** Adds what a slice did to the record of an import, in the same change. */
export async function noteSlice(tx: Tx, id: string, outcomes: readonly Outcome[]): Promise<void> {
  const found = given(await tx.imports.find(id));
  const counts: ImportCounts = { ...found.counts };
  const made: ImportMade = structuredClone(found.made);
  for (const outcome of outcomes) {
    counts[outcome.result]++;
    if (outcome.notes?.length) counts.noted++;
    Object.assign(made.fields, outcome.made?.fields);
    Object.assign(made.categories, outcome.made?.categories);
    if (outcome.made?.preset) made.preset = outcome.made.preset;
  }
  await tx.imports.saveLines(
    id,
    outcomes.map(({ line, result, name = null, listingId = null, version = null, reason = null, notes = [] }) => ({
      ...{ line, result, name, listingId, version, reason, notes },
    })),
  );
  await tx.imports.change(id, { counts, made, done: found.done + outcomes.length });
}

type Needs = Pick<Deps, "store" | "uploads" | "settings" | "languages" | "readSiteAddress" | "now">;

/** Takes in a file, or only tells what would happen. Continues after the rows that were noted. */
export async function runImport(found: ImportRow, deps: Needs, signal: AbortSignal): Promise<void> {
  const { id, options, columns, isDry, accountId } = found;
  const { store, uploads, settings, readSiteAddress, now } = deps;
  const bytes = await uploads.files.get(fileOf(id));
  if (!bytes) throw unreadable(t`The file of this import was deleted. Choose it again.`);
  const { text } = decodeText(bytes);
  const records = recordsOf(
    found.format === "csv" ? guessDelimiter(text).rest : text,
    found.format as Format,
    found.delimiter,
  );
  const { directory, making } = await openDirectory(store, deps.languages, options);
  const rows = rowsToTakeIn(records, { columns, making, create: options.create, baseUrl: settings.BASE_URL });
  const client = clientOf(id);
  const taken = takeIn(store, skipped(rows, found.done), {
    ...options,
    ...{ directory, making, readSiteAddress, uploads, now, listedAt: found.at },
    ...{ isDryRun: isDry, client, accountId, importId: id },
    note: (tx, outcomes) => noteSlice(tx, id, outcomes),
  });
  for await (const _outcome of taken) signal.throwIfAborted();
}

async function* skipped<T>(rows: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let seen = 0;
  for await (const row of rows) if (++seen > count) yield row;
}
