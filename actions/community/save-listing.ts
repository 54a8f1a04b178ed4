import { collectionKey, MOST_SAVED, SAVED_TITLE } from "../../domain/community/collection.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "now" | "uuid" | "random">;
export type Saving = "done" | "full";

/** Adds a live listing to the person's private list or removes it. Idempotent. */
export const setSaved = (
  { accountId, listingId, isWanted }: { accountId: string; listingId: number; isWanted: boolean },
  deps: Needs,
): Promise<Saving> =>
  deps.store.change(async (tx) => {
    const saved = await tx.collections.saved(accountId);
    if (!isWanted) {
      if (saved) await tx.collections.removeItem({ id: saved.id, listingId });
      return "done";
    }
    const at = deps.now();
    const id = saved?.id ?? (await addSaved(tx, accountId, deps));
    const order = await tx.collections.order(id);
    if (order.includes(listingId)) return "done";
    if (order.length >= MOST_SAVED) return "full";
    await tx.collections.addItem({ id, listingId }, at, true);
    await tx.collections.touch(id, at);
    return "done";
  });

/** The list is created on first use. */
async function addSaved(tx: Tx, accountId: string, { now, uuid, random }: Omit<Needs, "store">): Promise<string> {
  const id = uuid();
  const at = now();
  await tx.collections.add({
    ...{ id, accountId, kind: "saved", key: collectionKey(random(12)), title: SAVED_TITLE, description: null },
    ...{ isPublic: false, publishedAt: null, createdAt: at, updatedAt: at },
  });
  return id;
}
