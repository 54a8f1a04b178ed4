import { collectionKey, MOST_COLLECTIONS } from "../../domain/community/collection.ts";
import type { CollectionText } from "../../store/repos/community/collections.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { allWords, checkWords } from "./check-collection.ts";
import { tellOfItem } from "./tell-of-item.ts";

type Needs = Pick<Deps, "store" | "now" | "uuid" | "random" | "settings">;
type Own = { accountId: string; id: string };

/** Publishing needs a confirmed email address. */
const isConfirmed = async (tx: Tx, accountId: string): Promise<boolean> =>
  ((await tx.accounts.find(accountId))?.emailVerifiedAt ?? null) !== null;

export const createCollection = (
  { accountId, listingId, ...text }: CollectionText & { accountId: string; listingId?: number | undefined },
  { store, now, uuid, random, settings }: Needs,
): Promise<{ id: string } | "verify-first" | "too-many"> =>
  store.change(async (tx) => {
    if (text.isPublic && !(await isConfirmed(tx, accountId))) return "verify-first";
    const made = (await tx.collections.ofAccount(accountId)).filter(({ collection }) => collection.kind === "made");
    if (made.length >= MOST_COLLECTIONS) return "too-many";
    const [id, at] = [uuid(), now()];
    await tx.collections.add({
      ...{ id, accountId, kind: "made", key: collectionKey(random(12)), ...text },
      ...{ publishedAt: text.isPublic ? at : null, createdAt: at, updatedAt: at },
    });
    await checkWords(tx, { id, changed: [text.title, text.description] }, { now, settings });
    if (listingId !== undefined && (await tx.collections.addItem({ id, listingId }, at)))
      await tellOfItem(tx, { id, listingId }, { now });
    return { id };
  });

export const editCollection = (
  { accountId, id, ...text }: Own & CollectionText,
  { store, now, settings }: Pick<Needs, "store" | "now" | "settings">,
): Promise<"done" | "gone" | "verify-first"> =>
  store.change(async (tx) => {
    const found = await tx.collections.findOwn(accountId, id);
    if (found?.collection.kind !== "made") return "gone";
    if (text.isPublic && !(await isConfirmed(tx, accountId))) return "verify-first";
    const { title, description, isPublic } = found.collection;
    const isSame = title === text.title && description === text.description && isPublic === text.isPublic;
    if (isSame) return "done";
    await tx.collections.edit(id, text, now());
    const changed = isPublic ? [text.title, text.description] : await allWords(tx, id);
    await checkWords(tx, { id, changed }, { now, settings });
    if (isPublic || !text.isPublic) return "done";
    for (const listingId of await tx.collections.shownOrder(id)) await tellOfItem(tx, { id, listingId }, { now });
    return "done";
  });

export const deleteCollection = ({ accountId, id }: Own, { store }: Pick<Needs, "store">): Promise<void> =>
  store.change(async (tx) => {
    const found = await tx.collections.findOwn(accountId, id);
    if (found?.collection.kind === "made") await tx.collections.remove(id);
  });

export const followCollection = (
  { accountId, key, isWanted }: { accountId: string; key: string; isWanted: boolean },
  { store, now }: Pick<Needs, "store" | "now">,
): Promise<"done" | "gone"> =>
  store.change(async (tx) => {
    const found = await tx.collections.findShown(key);
    if (!found) return "gone";
    const { id, accountId: owner } = found.collection;
    if (!isWanted) await tx.collections.unfollow(accountId, id);
    else if (owner !== accountId) await tx.collections.follow(accountId, id, now());
    return "done";
  });
