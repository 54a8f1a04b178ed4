import { invalid } from "../../core/errors.ts";
import { editListing, type ListingEdit, requiredRemoved } from "../../domain/edit-listing.ts";
import type { Listing } from "../../domain/listing.ts";
import { draftEditOf, type Proof, proofKept, proofOf } from "../../domain/shared-facts.ts";
import type { Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { editDraftAlong } from "./edit-draft-along.ts";
import { answerSuggestions } from "./fact-suggestions.ts";

/** Applies an edit to a listing and to its draft, to keep them equal. */
export async function saveEdit(
  tx: Tx,
  listing: Listing,
  edit: ListingEdit,
  { caller, now }: Pick<Context<"listings:write">, "caller" | "now">,
): Promise<Listing> {
  const at = now();
  const content = editListing(listing, edit);
  const removed = requiredRemoved(listing, content);
  if (removed.length) throw invalid(removed);
  const quotes = await answerSuggestions(tx, listing.id, content);
  const draft = await editDraftAlong(tx, listing, () => ({ ...draftEditOf(listing, content), quotes }), at);
  const proof = draft ? proofOf(draft.content) : withQuotes(proofKept(listing, content), quotes);
  return tx.listings.update(
    listing,
    { ...content, profile: { ...content.profile, ...proof } },
    {},
    { accountId: caller.accountId, client: caller.client },
    at,
  );
}

const withQuotes = (proof: Proof, quotes: Proof["evidence"]): Proof => ({
  ...proof,
  evidence: { ...proof.evidence, ...quotes },
});
