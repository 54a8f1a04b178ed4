import { removeRest } from "#actions/listings/arrange-categories.ts";
import type { JobKind } from "./runner.ts";

export const removeCategoryJob: JobKind = {
  retryDelaysMs: [60_000, 600_000],
  run: removeRest,
};
