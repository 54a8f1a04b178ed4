import type { Deps } from "#actions/context.ts";
import { conflict } from "#core/errors/errors.ts";
import { LARGE_FILE_BYTES, MIB } from "#core/limits/body-limits.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { type ImportColumn, type ImportOptions, isBusy, noCounts } from "#domain/site/import.ts";
import { given } from "#domain/text/given.ts";
import { t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import { readSource, usualOptions } from "./source.ts";
import { unreadable } from "./table/decode.ts";
import { OWN, TARGETS } from "./table/headings.ts";

export const IMPORT = "import";
/** How long one can be undone, and its file and rows are kept. */
export const IMPORTS_KEPT_DAYS = 30;
export type ImportStep = "check" | "run" | "undo";
export type ImportJob = { importId: string; step: ImportStep };

export const fileOf = (id: string): string => `import-${id}`;

type Given = { bytes: Uint8Array; name: string; by: string | null; sourceId?: string | null; delimiter?: string };

/** Keeps a file, and guesses what its columns are. Returns the id of the import. */
export async function takeFile(
  { bytes, name, by, sourceId = null, delimiter }: Given,
  { store, uploads, uuid, now }: Pick<Deps, "store" | "uploads" | "uuid" | "now">,
): Promise<string> {
  if (bytes.length > LARGE_FILE_BYTES) throw unreadable(t`A file has at most ${LARGE_FILE_BYTES / MIB} MB. Split it.`);
  const { text: _, isExport, ...read } = await readSource(bytes, { name, own: store.ownFields(), delimiter });
  const id = uuid();
  await uploads.files.put(fileOf(id), bytes);
  const row = { ...read, id, at: now(), accountId: by, sourceId, name, options: usualOptions({ isExport }) };
  const state = {
    state: "new" as const,
    isDry: true,
    done: 0,
    counts: noCounts(),
    made: { fields: {}, categories: {} },
  };
  await store.change((tx) => tx.imports.add({ ...row, ...state, error: null, hasFile: true, finishedAt: null }));
  return id;
}

/** What a column can be, for lists of choices. */
export const targetsOf = (own: readonly OwnField[]): string[] => [...TARGETS, ...own.map(({ key }) => OWN + key)];

export type ImportChange = {
  /** For each column a target, "new" for the field it would make, or empty. */
  to?: readonly string[];
  decimal?: readonly (string | undefined)[];
  options?: Partial<ImportOptions>;
};

async function getIdle(tx: Tx, id: string) {
  const found = given(await tx.imports.find(id));
  if (isBusy(found.state)) throw conflict("listing_state_conflict", t`This import is still running. Try again later.`);
  return found;
}

/** Changes what columns are and how rows are taken in, until the import has run. */
export async function changeImport(tx: Tx, id: string, { to = [], decimal = [], options = {} }: ImportChange) {
  const found = await getIdle(tx, id);
  if (found.state === "done" || found.state === "undone") return;
  const known = targetsOf(await tx.fieldDefinitions.list());
  const columns = found.columns.map((column, index): ImportColumn => {
    const wish = to[index];
    const mark = decimal[index];
    const target = wish === "new" ? column.isNew && OWN + column.isNew.key : wish;
    const isKnown = target === "" || known.includes(target ?? "") || target === OWN + column.isNew?.key;
    return {
      ...column,
      ...(target !== undefined && isKnown && { to: target }),
      ...((mark === "." || mark === ",") && { decimal: mark }),
    };
  });
  await tx.imports.change(id, { columns, options: { ...found.options, ...options }, state: "new" });
}

const STATES = { check: "checking", run: "running", undo: "undoing" } as const;

/** A job checks, runs or undoes the import. Call `wakeJobs` afterwards. */
export async function queueImport(tx: Tx, id: string, step: ImportStep, now: Date): Promise<void> {
  const found = await getIdle(tx, id);
  const isOver = found.state === "done" || found.state === "undone";
  if (step === "undo" ? found.state !== "done" : isOver) return;
  if (step !== "undo") {
    if (!found.hasFile)
      throw conflict("listing_state_conflict", t`The file of this import was deleted. Choose it again.`);
    await tx.imports.forgetLines(id);
    const begun = { done: 0, counts: noCounts(), made: { fields: {}, categories: {} } };
    await tx.imports.change(id, { ...begun, isDry: step === "check", error: null, finishedAt: null, at: now });
  }
  await tx.imports.change(id, { state: STATES[step] });
  const job = { kind: IMPORT, payload: { importId: id, step } satisfies ImportJob, runAt: now, createdAt: now };
  await tx.jobs.add({ id: `${IMPORT}:${id}:${step}:${now.toISOString()}`, ...job });
}

/** Changes the columns and options, and has a job tell what would happen. */
export async function checkImport(tx: Tx, id: string, change: ImportChange, now: Date): Promise<void> {
  await changeImport(tx, id, change);
  await queueImport(tx, id, "check", now);
}
