import { collectionShownMessage } from "../../mail/collection-messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { isOwnCase } from "../moderation/decide-case.ts";
import { recordRefusal } from "../moderation/record-refusal.ts";
import { readSubject } from "../moderation/report-subjects.ts";
import { standingRefusal, withdrawDecision } from "../moderation/withdraw-decision.ts";
import { notify } from "../notifications/notify.ts";

type Decision = { id: string; reason: string | null; by: string; seenAt: Date };

/**
 * Hides a collection with a reason, or shows it; its owner can appeal. "gone" if missing, decided
 * or changed since `seenAt`; "own" if only another admin may show it. Call `wakeJobs` afterwards.
 */
export async function moderateCollection(
  tx: Tx,
  { id, reason, by, seenAt }: Decision,
  parts: Pick<Deps, "now" | "uuid" | "settings">,
): Promise<"hidden" | "shown" | "gone" | "own"> {
  const collection = (await tx.collections.find(id))?.collection;
  if (!collection?.isPublic || collection.updatedAt.getTime() !== seenAt.getTime()) return "gone";
  const { title, key, accountId } = collection;
  const [wasHidden, wasHeld] = [collection.hiddenAt !== null, collection.heldAt !== null];
  if (reason === null ? !wasHidden && !wasHeld : wasHidden) return "gone";
  const at = parts.now();
  const found = await readSubject(tx, { type: "collection", id: key });
  const refusal = found && reason === null ? await standingRefusal(tx, found) : undefined;
  if (refusal && (await isOwnCase(tx, refusal, by))) return "own";
  await tx.collections.hide(id, reason === null ? null : { at, reason });
  await tx.collections.hold(id, null);
  await tx.writtenTexts.settle({ type: "collection", id: key }, { passed: reason === null, at });
  if (reason !== null) {
    const words = { ground: "terms", rule: null, statement: reason } as const;
    if (found) await recordRefusal(tx, found, { ...words, by }, parts);
    return "hidden";
  }
  const path = `/account/collections/${id}`;
  if (refusal) await withdrawDecision(tx, refusal, { by, path }, parts);
  const owner = await tx.accounts.find(accountId);
  if (owner?.status === "active") {
    const message = collectionShownMessage(parts.settings, { name: owner.name, title, id });
    await queueMail(tx, parts, message, owner.email);
    const news = { kind: "decision", key: `collection ${id}`, words: { about: `your collection ${title}` } } as const;
    await notify(tx, { ...news, accountId, path, at, by: null });
  }
  return "shown";
}
