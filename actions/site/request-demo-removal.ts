import type { Deps } from "../context.ts";

export const REMOVE_DEMO = "remove-demo";

/** As a job, because there may be a lot to remove. */
export async function requestDemoRemoval({ store, now, wakeJobs }: Pick<Deps, "store" | "now" | "wakeJobs">) {
  const at = now();
  const id = `${REMOVE_DEMO}:${at.getTime()}`;
  await store.change((tx) => tx.jobs.add({ id, kind: REMOVE_DEMO, payload: {}, runAt: at, createdAt: at }));
  wakeJobs();
}
