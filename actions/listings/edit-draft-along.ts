import type { Draft, DraftContent, DraftEdit } from "../../domain/draft.ts";
import { editDraft } from "../../domain/edit-draft.ts";
import type { Listing } from "../../domain/listing.ts";
import type { Tx } from "../../store/store.ts";

/** Applies an edit of a listing to its draft too, to keep them equal. Returns the draft, if any. */
export async function editDraftAlong(
  tx: Tx,
  listing: Listing,
  editOf: (content: DraftContent) => DraftEdit,
  now: Date,
): Promise<Draft | undefined> {
  const draft = await tx.drafts.findByListing(listing.id);
  if (!draft) return undefined;
  const edited = { ...draft, content: editDraft(draft.content, editOf(draft.content), now), updatedAt: now };
  await tx.drafts.save(edited);
  return edited;
}
