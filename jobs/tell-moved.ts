import type { Deps } from "#actions/context.ts";
import { notify } from "#actions/notifications/notify.ts";
import { COMING } from "#domain/listings/listing.ts";
import { given } from "#domain/text/given.ts";
import { waitMovedMessage } from "#mail/maker-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeKey, unsubscribeLink } from "#mail/unsubscribe.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

const BATCH = 100;

/**
 * Tells people waiting for a launch that it moved. What they know commits with the email, so the
 * job may run twice. A launch moved back in time causes no email.
 */
export const tellMoved: JobKind = {
  retryDelaysMs: [60_000, 600_000],
  everyMs: 600_000,
  async run(_payload, deps, signal) {
    const { store, random, wakeJobs } = deps;
    let told: number;
    do {
      signal.throwIfAborted();
      told = await store.change(async (tx) => {
        const moved = await tx.waits.moved(BATCH);
        if (moved.length === 0) return 0;
        const key = await unsubscribeKey(tx, { random });
        for (const { wait, listing } of moved) await tell(tx, { wait, listing, key }, deps);
        return moved.length;
      });
      if (told) wakeJobs();
    } while (told === BATCH);
  },
};

type Moved = Awaited<ReturnType<Tx["waits"]["moved"]>>[number];

async function tell(tx: Tx, { wait, listing, key }: Moved & { key: string }, deps: Deps): Promise<void> {
  const { settings, now } = deps;
  const monday = given(listing.launchWeek);
  const unsubscribeUrl = unsubscribeLink(settings, key, { waitId: wait.id, listingId: listing.id });
  await tx.waits.tellWeek(wait.id, monday);
  const message = waitMovedMessage(settings, { listing, monday, unsubscribeUrl });
  await queueMail(tx, deps, message, wait.email, { language: wait.language });
  if (wait.accountId === null || !COMING.includes(listing.status)) return;
  await notify(tx, {
    ...{ accountId: wait.accountId, kind: "moved", key: `moved:${listing.id}`, at: now(), by: null },
    words: { product: listing.name, day: monday },
    path: `/listings/${listing.slug}`,
  });
}
