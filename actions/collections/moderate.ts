import { collectionHiddenMessage } from "../../mail/collection-messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

type Decision = { id: string; reason: string | null; seenAt: Date };

/**
 * Hides a published collection with a reason, or shows it again without one. Its owner gets an email. "gone" if it is
 * not there, changed since `seenAt`, or decided already. Call `wakeJobs` afterwards.
 */
export async function moderateCollection(
  tx: Tx,
  { id, reason, seenAt }: Decision,
  parts: Pick<Deps, "now" | "uuid" | "settings">,
): Promise<"hidden" | "shown" | "gone"> {
  const collection = (await tx.collections.find(id))?.collection;
  const isHidden = collection?.hiddenAt !== null;
  if (!collection?.isPublic || isHidden === (reason !== null)) return "gone";
  if (collection.updatedAt.getTime() !== seenAt.getTime()) return "gone";
  await tx.collections.hide(id, reason === null ? null : { at: parts.now(), reason });
  const owner = await tx.accounts.find(collection.accountId);
  if (owner?.status === "active") {
    const message = collectionHiddenMessage(parts.settings, { name: owner.name, title: collection.title, id, reason });
    await queueMail(tx, parts, message, owner.email);
  }
  return reason === null ? "shown" : "hidden";
}
