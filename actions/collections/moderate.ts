import { collectionHiddenMessage } from "../../mail/collection-messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { notify } from "../notifications/notify.ts";

type Decision = { id: string; reason: string | null; seenAt: Date };

/**
 * Hides a published collection with a reason, or shows one without that was hidden or waited. Its owner is told. "gone"
 * if it is not there, changed since `seenAt`, or decided already. Call `wakeJobs` afterwards.
 */
export async function moderateCollection(
  tx: Tx,
  { id, reason, seenAt }: Decision,
  parts: Pick<Deps, "now" | "uuid" | "settings">,
): Promise<"hidden" | "shown" | "gone"> {
  const collection = (await tx.collections.find(id))?.collection;
  if (!collection?.isPublic || collection.updatedAt.getTime() !== seenAt.getTime()) return "gone";
  const { title, key, accountId } = collection;
  const [wasHidden, wasHeld] = [collection.hiddenAt !== null, collection.heldAt !== null];
  if (reason === null ? !wasHidden && !wasHeld : wasHidden) return "gone";
  const at = parts.now();
  await tx.collections.hide(id, reason === null ? null : { at, reason });
  await tx.collections.hold(id, null);
  await tx.writtenTexts.settle({ type: "collection", id: key }, { passed: reason === null, at });
  const owner = await tx.accounts.find(accountId);
  if (owner?.status === "active") {
    const message = collectionHiddenMessage(parts.settings, { name: owner.name, title, id, reason });
    await queueMail(tx, parts, message, owner.email);
    const news = { kind: "decision", key: `collection ${id}`, words: { about: `your collection ${title}` } } as const;
    await notify(tx, { ...news, accountId, path: `/account/collections/${id}`, at, by: null });
  }
  return reason === null ? "shown" : "hidden";
}
