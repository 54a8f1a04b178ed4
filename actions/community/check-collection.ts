import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { checkWriting } from "../moderation/check-writing.ts";

/**
 * Looks for spam in words of a public collection that somebody just changed, and in all of them if it waits already.
 * What is doubtful waits for the team, and nobody else sees it. Throws AppError `quota_exceeded` for a flood.
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
    // What is private is not for the team to read. All of it is checked once it is public again.
    await tx.writtenTexts.settle(subject, { passed: false, at: parts.now() });
    return tx.collections.hold(id, null);
  }
  const words = heldAt === null ? changed : await allWords(tx, id);
  const texts = words.flatMap((text) => text || []);
  if (texts.length === 0) return;
  const held = await checkWriting(tx, { accountId, subject, texts }, parts);
  await tx.collections.hold(id, held.length > 0 ? parts.now() : null);
}

/** Everything that somebody wrote in a collection. */
export async function allWords(tx: Tx, id: string): Promise<(string | null)[]> {
  const collection = (await tx.collections.find(id))?.collection;
  return collection ? [collection.title, collection.description, ...(await tx.collections.notes(id))] : [];
}
