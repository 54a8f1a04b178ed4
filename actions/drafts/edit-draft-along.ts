import type { Draft, DraftContent, DraftEdit } from "../../domain/drafts/draft.ts";
import { editDraft } from "../../domain/drafts/edit-draft.ts";
import type { Tx } from "../../store/store.ts";

export async function editDraftAlong(
  tx: Tx,
  draft: Draft | undefined,
  editOf: (content: DraftContent) => DraftEdit,
  now: Date,
): Promise<Draft | undefined> {
  if (!draft) return undefined;
  const edited = { ...draft, content: editDraft(draft.content, editOf(draft.content), now), updatedAt: now };
  await tx.drafts.save(edited);
  return edited;
}
