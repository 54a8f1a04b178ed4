import { collectionSlug } from "../../domain/community/collection.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { notify } from "../notifications/notify.ts";

export const TELL_COLLECTION_FOLLOWERS = "tell-collection-followers";
const PAUSE_MS = 10 * 60_000;

/**
 * Notifies the team once that a public collection contains its listing; a job notifies the
 * collection's followers.
 */
export async function tellOfItem(
  tx: Tx,
  { id, listingId }: { id: string; listingId: number },
  { now }: Pick<Deps, "now">,
): Promise<void> {
  const own = await tx.collections.find(id);
  const shown = own && (await tx.collections.findShown(own.collection.key));
  const listing = await tx.listings.find(listingId);
  if (!shown || !listing) return;
  const { accountId: by, title, key } = shown.collection;
  const at = now();
  const who = (await tx.profiles.people([by])).get(by)?.name ?? null;
  const path = `/collections/${collectionSlug({ title, key })}`;
  const newsKey = `collection ${id} ${listingId}`;
  for (const { accountId } of await tx.listings.members(listingId))
    if (!(await tx.notifications.findByKey(accountId, newsKey)))
      await notify(tx, {
        ...{ accountId, kind: "collection", key: newsKey, words: { who, title, product: listing.name }, path, at, by },
      });
  const [first] = await tx.collections.followers(id, { after: "", limit: 1 });
  if (first === undefined) return;
  const runAt = new Date(at.getTime() + PAUSE_MS);
  await tx.jobs.add({
    id: `${TELL_COLLECTION_FOLLOWERS}:${id}:${Math.floor(runAt.getTime() / PAUSE_MS)}`,
    ...{ kind: TELL_COLLECTION_FOLLOWERS, payload: { collectionId: id, after: "" }, runAt, createdAt: at },
  });
}
