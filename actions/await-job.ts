import type { Deps } from "./context.ts";

/** How often a job that somebody waits for is looked at. */
const STEP_MS = 50;
/** When a caller should ask again about a check that took longer. */
export const CHECK_RETRY_SECONDS = 5;

/** Waits for a job at most `checkWaitMs`, outside any change; gives whether it is done. */
export async function awaitJob(
  id: string,
  { store, sleep, checkWaitMs }: Pick<Deps, "store" | "sleep" | "checkWaitMs">,
): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += STEP_MS) {
    const state = (await store.jobs.find(id))?.state;
    if (state === "done" || state === "failed" || waitedMs >= checkWaitMs) return state === "done";
    await sleep(STEP_MS);
  }
}
