import type { Deps } from "./context.ts";
import { watch } from "./job-ends.ts";

export const CHECK_RETRY_SECONDS = 5;

type Waiting = Pick<Deps, "store" | "now" | "sleep" | "jobEnds" | "checkWaitMs"> & { gone?: AbortSignal | undefined };

export async function awaitJob(id: string, { store, checkWaitMs, gone, ...deps }: Waiting): Promise<boolean> {
  const read = async (): Promise<string | undefined> => (await store.jobs.find(id))?.state;
  const isDone = (state: string | undefined) => state === "done" || state === "failed";
  const job = { read, isDone, jobOf: () => id };
  return (await watch(undefined, job, { ms: checkWaitMs, signal: gone }, deps)) === "done";
}
