import type { Deps } from "../actions/context.ts";
import type { JobKind } from "./runner.ts";

const DAY = 24 * 3600 * 1000;

/** Deletes expired rows: responses to Idempotency-Keys, robots files, finished jobs, sessions, tokens and OAuth objects. */
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
      await tx.accounts.purge(at);
      await tx.oauth.purge(at);
    });
  },
};
