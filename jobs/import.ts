import { queueImportedLooks } from "#actions/pictures/looks.ts";
import { fileSoon } from "#actions/site/own-fields.ts";
import { messageOf } from "#domain/text/failure.ts";
import { fileOf, IMPORTS_KEPT_DAYS, type ImportJob } from "#transfer/imports.ts";
import { runImport } from "#transfer/run-import.ts";
import { undoImport } from "#transfer/undo-import.ts";
import type { JobKind } from "./runner.ts";

const DAY_MS = 24 * 3600_000;

const ENDS = { check: "checked", run: "done", undo: "undone" } as const;

/** Checks, runs or undoes an import in slices of 100 rows. A repeated run continues with the next slice. */
export const importJob: JobKind = {
  retryDelaysMs: [10_000, 60_000],
  async run({ importId, step }: ImportJob, deps, signal) {
    const { store, now } = deps;
    const found = await store.imports.find(importId);
    if (!found) return;
    await (step === "undo" ? undoImport : runImport)(found, deps, signal);
    await store.change(async (tx) => {
      await tx.imports.change(importId, { state: ENDS[step], finishedAt: now() });
      if (step === "run" && found.options.pictures) await queueImportedLooks(tx, importId, now());
      await fileSoon(tx, deps);
    });
    deps.wakeJobs();
  },
  async giveUp({ importId }: ImportJob, { store, now }, reason) {
    await store.change((tx) => tx.imports.change(importId, { state: "failed", error: reason, finishedAt: now() }));
  },
};

/** Deletes files, and what became of their rows once no import can be undone. */
export const dropImportFiles: JobKind = {
  retryDelaysMs: [60_000],
  everyMs: DAY_MS,
  async run(_payload, { store, uploads, now, log }) {
    const before = new Date(now().getTime() - IMPORTS_KEPT_DAYS * DAY_MS);
    for (const id of await store.imports.withFileBefore(before)) {
      await uploads.files.delete(fileOf(id)).catch((error: unknown) => log.warn({ err: error }, messageOf(error)));
      await store.change((tx) => tx.imports.change(id, { hasFile: false }));
    }
    for (const id of await store.imports.withRowsBefore(before)) await store.change((tx) => tx.imports.forgetLines(id));
  },
};
