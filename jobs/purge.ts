import { NOTIFICATIONS_KEPT_DAYS, UNCONFIRMED_KEPT_HOURS, WAITS_KEPT_DAYS } from "#domain/accounts/retention.ts";
import { MOST_KEPT } from "#domain/notifications/notification.ts";
import type { JobKind } from "./runner.ts";

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

export const purge: JobKind = {
  retryDelaysMs: [],
  everyMs: HOUR,
  async run(_payload, { store, now }) {
    const at = now();
    await store.change(async (tx) => {
      await tx.idempotency.removeOlder(new Date(at.getTime() - DAY));
      await tx.robots.removeExpired(at);
      await tx.crawlHosts.forgetBefore(new Date(at.getTime() - HOUR));
      await tx.quotas.forgetBefore(at);
      await tx.undoOffers.purge(at);
      await tx.drafts.expireInvites(at);
      await tx.guestDrafts.purge(at);
      await tx.claims.expire(at);
      await tx.jobs.removeDone(new Date(at.getTime() - 7 * DAY));
      await tx.waits.purge({
        unconfirmedBefore: new Date(at.getTime() - UNCONFIRMED_KEPT_HOURS * HOUR),
        askedBefore: new Date(at.getTime() - WAITS_KEPT_DAYS * DAY),
      });
      await tx.notifications.purge(new Date(at.getTime() - NOTIFICATIONS_KEPT_DAYS * DAY), MOST_KEPT);
      await tx.digests.forgetAsksBefore(new Date(at.getTime() - UNCONFIRMED_KEPT_HOURS * HOUR));
      await tx.accounts.purge(at);
      await tx.oauth.purge(at);
    });
  },
};
