import type { Deps } from "../actions/context.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { UNSUBSCRIBE_KEY, unsubscribeLink } from "../mail/unsubscribe.ts";
import { launchedMessage } from "../mail/wait-messages.ts";
import type { JobKind } from "./runner.ts";

/** People per change, so that other changes do not wait long. */
const BATCH = 100;

/**
 * Emails everybody who waits for the launch of a live listing. Each row goes in the change that
 * queues its email, so a job that runs twice or dies in between tells nobody twice.
 */
export const tellWaiting: JobKind = {
  concurrency: 1,
  retryDelaysMs: [60_000, 600_000, 3600_000],
  async run({ listingId }: { listingId: number }, deps: Deps, signal: AbortSignal) {
    const { store, settings, random } = deps;
    let told: number;
    do {
      signal.throwIfAborted();
      told = await store.change(async (tx) => {
        const listing = await tx.listings.find(listingId);
        if (listing?.status !== "live") return 0;
        const key = await tx.oauth.keepSecret(UNSUBSCRIBE_KEY, random(32).toString("base64url"));
        const waits = await tx.waits.toTell(listingId, BATCH);
        for (const { id: waitId, email } of waits) {
          const unsubscribeUrl = unsubscribeLink(settings, key, { waitId, listingId });
          await queueMail(tx, deps, launchedMessage(settings, { listing, unsubscribeUrl }), email);
          await tx.waits.remove(waitId);
        }
        return waits.length;
      });
      if (told) deps.wakeJobs();
    } while (told === BATCH);
  },
};
