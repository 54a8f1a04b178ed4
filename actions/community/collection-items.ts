import { collectionSlug, MOST_IN_COLLECTION, MOST_SAVED, type Move, moved } from "#domain/community/collection.ts";
import type { Collection } from "#store/repos/community/collections.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { checkWriting } from "../moderation/check-writing.ts";
import { notify } from "../notifications/notify.ts";

type Needs = Pick<Deps, "store" | "now" | "settings">;
type Member = { accountId: string; id: string; listingId: number };
export type ItemOutcome = "done" | "gone" | "full";

const roomIn = ({ kind }: Collection): number => (kind === "saved" ? MOST_SAVED : MOST_IN_COLLECTION);

const inOwn = (
  { accountId, id }: Pick<Member, "accountId" | "id">,
  { store, now }: Needs,
  work: (tx: Tx, collection: Collection) => Promise<ItemOutcome>,
): Promise<ItemOutcome> =>
  store.change(async (tx) => {
    const found = await tx.collections.findOwn(accountId, id);
    if (!found) return "gone";
    const outcome = await work(tx, found.collection);
    if (outcome === "done") await tx.collections.touch(id, now());
    return outcome;
  });

async function put(
  tx: Tx,
  { collection, listingId }: { collection: Collection; listingId: number },
  deps: Pick<Needs, "now">,
): Promise<void> {
  const item = { id: collection.id, listingId };
  await tx.collections.addItem(item, deps.now(), collection.kind === "saved");
  if (collection.isPublic) await tellOfItem(tx, item, deps);
}

export const addToCollection = ({ listingId, ...own }: Member, deps: Needs): Promise<ItemOutcome> =>
  inOwn(own, deps, async (tx, collection) => {
    const order = await tx.collections.order(own.id);
    if (order.includes(listingId)) return "done";
    if (order.length >= roomIn(collection)) return "full";
    await put(tx, { collection, listingId }, deps);
    return "done";
  });

export const removeFromCollection = ({ listingId, ...own }: Member, deps: Needs): Promise<ItemOutcome> =>
  inOwn(own, deps, async (tx) => {
    await tx.collections.removeItem({ id: own.id, listingId });
    return "done";
  });

export const removeUnseen = (own: Pick<Member, "accountId" | "id">, deps: Needs): Promise<ItemOutcome> =>
  inOwn(own, deps, async (tx) => {
    await tx.collections.removeUnseen(own.id);
    return "done";
  });

export const setNote = (
  { listingId, note, ...own }: Member & { note: string | null },
  deps: Needs,
): Promise<ItemOutcome> =>
  inOwn(own, deps, async (tx) => {
    if (!(await tx.collections.shownOrder(own.id)).includes(listingId)) return "gone";
    await tx.collections.setNote({ id: own.id, listingId }, note);
    await checkWords(tx, { id: own.id, changed: [note] }, deps);
    return "done";
  });

/** Moves a listing relative to the current order, so concurrent moves combine. */
export const moveInCollection = (
  { listingId, move, ...own }: Member & { move: Move },
  deps: Needs,
): Promise<ItemOutcome> =>
  inOwn(own, deps, async (tx) => {
    const [order, shown] = [await tx.collections.order(own.id), await tx.collections.shownOrder(own.id)];
    const next = moved(order, shown, listingId, move);
    if (!next) return "gone";
    await tx.collections.arrange(own.id, next);
    return "done";
  });

/** Sets which of a person's collections contain a listing. Names the first that is full. */
export const setCollectionsOf = (
  { accountId, listingId, ids }: { accountId: string; listingId: number; ids: ReadonlySet<string> },
  deps: Needs,
): Promise<"done" | { full: string }> =>
  deps.store.change(async (tx) => {
    for (const { collection } of await tx.collections.ofAccount(accountId)) {
      const order = await tx.collections.order(collection.id);
      const isIn = order.includes(listingId);
      if (isIn === ids.has(collection.id)) continue;
      if (!isIn && order.length >= roomIn(collection)) return { full: collection.title };
      if (isIn) await tx.collections.removeItem({ id: collection.id, listingId });
      else await put(tx, { collection, listingId }, deps);
      await tx.collections.touch(collection.id, deps.now());
    }
    return "done";
  });

/**
 * Checks changed texts of a public collection for spam, or all texts if it is already held.
 * Suspicious texts are hidden and held for review. Throws `quota_exceeded` on a flood.
 */
export async function checkWords(
  tx: Tx,
  { id, changed }: { id: string; changed: readonly (string | null)[] },
  parts: Pick<Deps, "now" | "settings">,
): Promise<void> {
  const collection = (await tx.collections.find(id))?.collection;
  if (!collection) return;
  const { accountId, key, heldAt, isPublic } = collection;
  const subject = { type: "collection", id: key } as const;
  if (!isPublic && heldAt === null) return;
  if (!isPublic) {
    // Private collections are not reviewed. All texts are checked once it becomes public again.
    await tx.writtenTexts.settle(subject, { passed: false, at: parts.now() });
    return tx.collections.hold(id, null);
  }
  const words = heldAt === null ? changed : await allWords(tx, id);
  const texts = words.flatMap((text) => text || []);
  if (texts.length === 0) return;
  const held = await checkWriting(tx, { accountId, subject, texts }, parts);
  await tx.collections.hold(id, held.length > 0 ? parts.now() : null);
}

export async function allWords(tx: Tx, id: string): Promise<(string | null)[]> {
  const collection = (await tx.collections.find(id))?.collection;
  return collection ? [collection.title, collection.description, ...(await tx.collections.notes(id))] : [];
}

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
