import type { Deps } from "../actions/context.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { unsubscribeLink } from "../mail/unsubscribe.ts";
import { launchedMessage } from "../mail/wait-messages.ts";
import type { JobKind } from "./runner.ts";
import { tellInBatches } from "./tell-in-batches.ts";

/** Emails everybody who waits for the launch of a listing, once it is live. */
export const tellWaiting: JobKind = {
  concurrency: 1,
  retryDelaysMs: [60_000, 600_000, 3600_000],
  async run({ listingId }: { listingId: number }, deps: Deps, signal: AbortSignal) {
    const { settings } = deps;
    await tellInBatches(
      listingId,
      async (tx, { listing, key, limit }) => {
        const waits = await tx.waits.toTell(listingId, limit);
        for (const { id: waitId, email } of waits) {
          const unsubscribeUrl = unsubscribeLink(settings, key, { waitId, listingId });
          await queueMail(tx, deps, launchedMessage(settings, { listing, unsubscribeUrl }), email);
          await tx.waits.remove(waitId);
        }
        return waits.length;
      },
      deps,
      signal,
    );
  },
};
