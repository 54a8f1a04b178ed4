import { TELL_COLLECTION_FOLLOWERS } from "#actions/community/collection-items.ts";
import { notify } from "#actions/notifications/notify.ts";
import { collectionSlug } from "#domain/community/collection.ts";
import type { JobKind } from "./runner.ts";

type Payload = { collectionId: string; after: string };
const AT_ONCE = 100;

/** Notifies followers of a public collection of additions, a hundred per change; the rest in another job. */
export const tellCollectionFollowers: JobKind = {
  retryDelaysMs: [60_000, 600_000, 3600_000],
  async run({ collectionId, after }: Payload, { store, now, wakeJobs }) {
    await store.change(async (tx) => {
      const own = await tx.collections.find(collectionId);
      const shown = own && (await tx.collections.findShown(own.collection.key));
      const [newest] = shown ? await tx.collections.newestEntries(collectionId, 1) : [];
      if (!shown || !newest) return;
      const { title, key, accountId: by } = shown.collection;
      const followers = await tx.collections.followers(collectionId, { after, limit: AT_ONCE });
      const words = { title, product: newest.listing.name };
      const path = `/collections/${collectionSlug({ title, key })}`;
      for (const { accountId, since } of followers) {
        const newsKey = `growth ${collectionId}`;
        const told = await tx.notifications.findByKey(accountId, newsKey);
        if (since > newest.addedAt || (told && told.at >= newest.addedAt)) continue;
        await notify(tx, { accountId, kind: "growth", key: newsKey, words, path, at: now(), by });
      }
      const last = followers.at(-1)?.accountId;
      if (followers.length < AT_ONCE || last === undefined) return;
      await tx.jobs.add({
        id: `${TELL_COLLECTION_FOLLOWERS}:${collectionId}:${newest.addedAt.getTime()}:${last}`,
        ...{ kind: TELL_COLLECTION_FOLLOWERS, payload: { collectionId, after: last }, runAt: now(), createdAt: now() },
      });
    });
    wakeJobs();
  },
};
