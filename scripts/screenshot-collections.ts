// A collection of somebody, of which screenshots show the page, the editor and the lists.

import { addToCollection, setNote } from "../actions/community/collection-items.ts";
import { createCollection, setSaved } from "../actions/community/collections.ts";

import { collectionPath } from "../domain/community/collection.ts";
import type { Running } from "../server/app.ts";

const COLLECTIONS = [
  [
    "Tools that work without a network",
    "What I carry on board. Each of them **works offline**, and none needs an account before you can try it." +
      "\n\n- tested for a season\n- paid for by me",
  ],
  ["For the first ten customers", "Cheap to begin with, and nothing to unlearn later."],
  ["Quiet software", null],
] as const;

export type CollectionScene = { page: string; editor: string };

/** Made by the person of the screenshots. */
export async function makeCollections({ deps }: Pick<Running, "deps">, accountId: string): Promise<CollectionScene> {
  const { store } = deps;
  const ids = (await store.sitemap.listingAddresses(1)).slice(0, 14).map(({ slug }) => slug);
  const listings = (await Promise.all(ids.map((slug) => store.listings.findLive(slug)))).flatMap((one) => one ?? []);
  let first: string | undefined;
  for (const [index, [title, description]] of COLLECTIONS.entries()) {
    const text = { title, description, isPublic: true };
    const made = await createCollection({ accountId, ...text }, deps);
    if (typeof made === "string") throw new Error(made);
    for (const { id: listingId } of listings.slice(index, index + 5 + index))
      await addToCollection({ accountId, id: made.id, listingId }, deps);
    first ??= made.id;
  }
  for (const { id: listingId } of listings.slice(4, 8)) await setSaved({ accountId, listingId, isWanted: true }, deps);
  const note = "Knows every slack tide on our coast, and says so before the boat leaves.";
  await setNote({ accountId, id: first!, listingId: listings[1]!.id, note }, deps);
  const { collection } = (await store.collections.find(first!))!;
  return { page: collectionPath(collection), editor: `/account/collections/${collection.id}` };
}
