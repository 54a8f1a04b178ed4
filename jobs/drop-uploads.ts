import { dropUploadFiles } from "#actions/pictures/keep-upload.ts";
import { UNUSED_UPLOADS_KEPT_DAYS } from "#domain/accounts/retention.ts";
import type { JobKind } from "./runner.ts";

const DAY_MS = 24 * 3600_000;

export const dropUploads: JobKind = {
  retryDelaysMs: [60_000],
  everyMs: DAY_MS,
  async run(_payload, deps) {
    const { store, uploads, now } = deps;
    const at = now();
    const before = new Date(at.getTime() - UNUSED_UPLOADS_KEPT_DAYS * DAY_MS);
    const gone = await store.change(async (tx) => {
      await tx.uploads.noteUnused(at);
      const ids = await tx.uploads.unusedSince(before);
      for (const id of ids) await tx.uploads.remove(id);
      return ids;
    });
    await dropUploadFiles(gone, deps);
    await uploads.sweep(new Set(await store.uploads.everyId()), new Date(at.getTime() - DAY_MS));
  },
};
