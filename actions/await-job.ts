import type { Deps } from "./context.ts";
import { watch } from "./job-ends.ts";

/** When a caller should ask again if a check takes longer. */
export const CHECK_RETRY_SECONDS = 5;

type Waiting = Pick<Deps, "store" | "now" | "sleep" | "jobEnds" | "checkWaitMs"> & { gone?: AbortSignal | undefined };

/** Waits for a job for up to `checkWaitMs`, outside any change; returns whether it has ended. */
export async function awaitJob(id: string, { store, checkWaitMs, gone, ...deps }: Waiting): Promise<boolean> {
  const read = async (): Promise<string | undefined> => (await store.jobs.find(id))?.state;
  const isDone = (state: string | undefined) => state === "done" || state === "failed";
  const job = { read, isDone, jobOf: () => id };
  return (await watch(undefined, job, { ms: checkWaitMs, signal: gone }, deps)) === "done";
}
