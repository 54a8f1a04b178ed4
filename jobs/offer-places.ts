import { offerPlaces } from "#actions/launches/week-list.ts";
import type { JobKind } from "./runner.ts";

export const offerPlacesJob: JobKind = {
  retryDelaysMs: [5_000, 60_000],
  everyMs: 60_000,
  async run(_payload, deps, signal) {
    for (const week of await deps.store.weekWaits.weeks()) {
      signal.throwIfAborted();
      await offerPlaces(week, deps);
    }
  },
};
