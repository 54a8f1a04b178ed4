import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { checkWriting } from "../reports/check-writing.ts";

/**
 * Looks for spam in all words of a public collection, after a change of them. What is doubtful waits for the team, and
 * nobody else sees it. Throws AppError `quota_exceeded` for a flood.
 */
export async function checkWords(tx: Tx, id: string, { now }: Pick<Deps, "now">): Promise<void> {
  const collection = (await tx.collections.find(id))?.collection;
  if (!collection?.isPublic) return;
  const { accountId, key, title, description } = collection;
  const text = [title, description, ...(await tx.collections.notes(id))].filter(Boolean).join("\n");
  const held = await checkWriting(tx, { accountId, subject: { type: "collection", id: key }, text }, { now });
  await tx.collections.hold(id, held.length > 0 ? now() : null);
}
