import type { Draft } from "../../domain/drafts/draft.ts";
import type { Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { changedAttributes } from "../listings/set-attributes.ts";
import { ownDraft } from "../own.ts";
import { ownFieldsOfDraft } from "./own-fields-of-draft.ts";
import { publishDraft } from "./publish-draft.ts";

/** Sets values of a draft, and of the listing it was saved as. */
export async function setDraftAttributes(
  tx: Tx,
  id: string,
  given: Record<string, unknown>,
  { caller, now }: Pick<Context<"listings:write">, "caller" | "now">,
): Promise<Draft> {
  const current = await ownDraft(tx, id, caller);
  const { fields } = await ownFieldsOfDraft(tx, current);
  const settable = fields.filter(({ editors }) => editors === "owner");
  const attributes = changedAttributes(settable, current.content.attributes, given);
  const draft = { ...current, content: { ...current.content, attributes }, updatedAt: now() };
  await tx.drafts.save(draft);
  if (draft.listingId !== null) await publishDraft(tx, draft, caller, now());
  return draft;
}
