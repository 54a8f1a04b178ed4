import type { Deps } from "../actions/context.ts";
import { UNCONFIRMED_KEPT_MS, WAITS_KEPT_MS } from "../actions/launches/wait.ts";
import type { JobKind } from "./runner.ts";

const DAY = 24 * 3600 * 1000;

/**
 * Deletes expired rows: responses to Idempotency-Keys, robots files, finished jobs, sessions,
 * tokens, OAuth objects, and addresses that nobody confirmed.
 */
export const purge: JobKind = {
  concurrency: 1,
  retryDelaysMs: [],
  everyMs: 3600 * 1000,
  async run(_payload: unknown, { store, now }: Deps) {
    const at = now();
    await store.change(async (tx) => {
      await tx.idempotency.removeOlder(new Date(at.getTime() - DAY));
      await tx.robots.removeExpired(at);
      await tx.drafts.expireInvites(at);
      await tx.claims.expire(at);
      await tx.jobs.removeDone(new Date(at.getTime() - 7 * DAY));
      await tx.waits.purge(new Date(at.getTime() - UNCONFIRMED_KEPT_MS), new Date(at.getTime() - WAITS_KEPT_MS));
      await tx.accounts.purge(at);
      await tx.oauth.purge(at);
    });
  },
};
