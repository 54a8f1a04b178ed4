import type { Context } from "../../context.ts";
import { editDraft } from "../../domain/edit-draft.ts";
import { draftEditOf, editListing, type ListingEdit } from "../../domain/edit-listing.ts";
import type { Listing } from "../../domain/listing.ts";
import type { Tx } from "../../store/store.ts";

/** Brings an edit onto a listing and, so that the two stay one, onto the draft it came from. */
export async function saveEdit(
  tx: Tx,
  listing: Listing,
  edit: ListingEdit,
  { caller, now }: Pick<Context<"listings:write">, "caller" | "now">,
): Promise<Listing> {
  const at = now();
  const author = { accountId: caller.accountId, client: caller.client };
  const saved = await tx.listings.update(listing, editListing(listing, edit), {}, author, at);
  const draft = await tx.drafts.findByListing(listing.id);
  if (draft)
    await tx.drafts.save({ ...draft, content: editDraft(draft.content, draftEditOf(edit), at), updatedAt: at });
  return saved;
}
