import type { Deps } from "#actions/context.ts";
import { mailTimeOf, notify } from "#actions/notifications/notify.ts";

import type { Listing, ListingUpdate } from "#domain/listings/listing.ts";
import { given } from "#domain/text/given.ts";
import { updatesMessage } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeLink } from "#mail/unsubscribe.ts";
import type { Follower } from "#store/repos/listings/updates.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";
import { tellInBatches } from "./tell-in-batches.ts";

type Payload = { listingId: number };

const DAY_MS = 24 * 3600_000;
const IN_WORDS = 5;
const MOST = 100;

/**
 * Emails followers about updates of a live listing, at most once a day; the job schedules itself
 * for later ones. Email and record commit together, so it may run twice.
 */
export const tellFollowers: JobKind = {
  retryDelaysMs: [60_000, 600_000, 3600_000],
  async run({ listingId }: Payload, deps, signal) {
    const { store, now } = deps;
    const at = now();
    const mailedBefore = new Date(at.getTime() - DAY_MS);
    await tellInBatches(
      listingId,
      async (tx, { listing, key, limit }) => {
        const updates = await tx.updates.ofListing(listingId, MOST);
        const followers = await tx.updates.followersToTell(listingId, mailedBefore, limit);
        for (const follower of followers) await tell(tx, { follower, listing, updates, key, at }, deps);
        return followers.length;
      },
      deps,
      signal,
    );

    const waiting = await store.updates.firstWaiting(listingId, mailedBefore);
    if (!waiting) return;
    const runAt = new Date(waiting.getTime() + DAY_MS);
    const id = `tell-followers:${listingId}:${runAt.getTime()}`;
    await store.change((tx) =>
      tx.jobs.add({ id, kind: "tell-followers", payload: { listingId }, runAt, createdAt: at }),
    );
  },
};

type News = { follower: Follower; listing: Listing; updates: ListingUpdate[]; key: string; at: Date };

async function tell(tx: Tx, { follower, listing, updates, key, at }: News, deps: Deps): Promise<void> {
  const { accountId, email, name, since, afterId } = follower;
  const fresh = updates.filter(({ id, publishedAt }) => id > afterId && publishedAt >= since);
  await tx.updates.told({ accountId, listingId: listing.id, updateId: given(updates[0]).id, at });
  const [first] = fresh;
  if (!first) return;
  await notify(tx, {
    accountId,
    kind: "update",
    key: `update:${listing.id}`,
    words: { title: first.title, product: listing.name },
    path: `/listings/${listing.slug}#updates`,
    at,
    by: null,
  });
  const sendAt = await mailTimeOf(tx, accountId, "update", at);
  if (!sendAt) return;
  const message = updatesMessage(deps.settings, {
    name,
    product: listing.name,
    path: `/listings/${listing.slug}#updates`,
    updates: fresh.slice(0, IN_WORDS),
    more: Math.max(0, fresh.length - IN_WORDS),
    unsubscribeUrl: unsubscribeLink(deps.settings, key, { accountId, listingId: listing.id }),
  });
  await queueMail(tx, deps, message, email, { sendAt });
}
