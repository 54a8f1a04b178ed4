import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { checkWriting } from "../moderation/check-writing.ts";

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
