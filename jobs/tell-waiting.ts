import { mailTimeOf, notify } from "#actions/notifications/notify.ts";

import type { Listing } from "#domain/listings/listing.ts";
import { launchedMessage } from "#mail/maker-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeLink } from "#mail/unsubscribe.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";
import { tellInBatches } from "./tell-in-batches.ts";

export const tellWaiting: JobKind = {
  retryDelaysMs: [60_000, 600_000, 3600_000],
  async run({ listingId }: { listingId: number }, deps, signal) {
    const { settings, now } = deps;
    await tellInBatches(
      listingId,
      async (tx, { listing, key, limit }) => {
        const waits = await tx.waits.toTell(listingId, limit);
        for (const { id: waitId, email, accountId, language } of waits) {
          const unsubscribeUrl = unsubscribeLink(settings, key, { waitId, listingId });
          const sendAt = accountId ? await tellMember(tx, accountId, listing, now()) : now();
          if (sendAt) {
            const message = launchedMessage(settings, { listing, unsubscribeUrl });
            await queueMail(tx, deps, message, email, { sendAt, language });
          }
          await tx.waits.remove(waitId);
        }
        return waits.length;
      },
      deps,
      signal,
    );
  },
};

async function tellMember(
  tx: Tx,
  accountId: string,
  { id, name: product, slug }: Listing,
  at: Date,
): Promise<Date | undefined> {
  const [key, path] = [`waiting:${id}`, `/listings/${slug}`];
  await notify(tx, { accountId, kind: "waiting", key, words: { product }, path, at, by: null });
  return mailTimeOf(tx, accountId, "waiting", at);
}
