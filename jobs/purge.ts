import type { Deps } from "../actions/context.ts";
import { UNCONFIRMED_KEPT_HOURS, WAITS_KEPT_DAYS } from "../domain/retention.ts";
import type { JobKind } from "./runner.ts";

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

/**
 * Deletes expired rows: responses to Idempotency-Keys, robots files, finished jobs, sessions,
 * tokens, OAuth objects, guest drafts, and addresses that nobody confirmed.
 */
export const purge: JobKind = {
  concurrency: 1,
  retryDelaysMs: [],
  everyMs: HOUR,
  async run(_payload: unknown, { store, now }: Deps) {
    const at = now();
    await store.change(async (tx) => {
      await tx.idempotency.removeOlder(new Date(at.getTime() - DAY));
      await tx.robots.removeExpired(at);
      await tx.drafts.expireInvites(at);
      await tx.guestDrafts.purge(at);
      await tx.claims.expire(at);
      await tx.jobs.removeDone(new Date(at.getTime() - 7 * DAY));
      await tx.waits.purge({
        unconfirmedBefore: new Date(at.getTime() - UNCONFIRMED_KEPT_HOURS * HOUR),
        askedBefore: new Date(at.getTime() - WAITS_KEPT_DAYS * DAY),
      });
      await tx.digests.forgetAsksBefore(new Date(at.getTime() - UNCONFIRMED_KEPT_HOURS * HOUR));
      await tx.accounts.purge(at);
      await tx.oauth.purge(at);
    });
  },
};
