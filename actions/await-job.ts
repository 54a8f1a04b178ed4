import type { Deps } from "./context.ts";

/** How often to check whether a job that somebody waits for has ended. */
const STEP_MS = 50;
/** When a caller should ask again if a check takes longer. */
export const CHECK_RETRY_SECONDS = 5;

/** Waits for a job for up to `checkWaitMs`, outside any change; returns whether it has ended. */
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
