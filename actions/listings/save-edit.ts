import { invalid } from "../../core/errors/errors.ts";
import { editListing, type ListingEdit, requiredRemoved } from "../../domain/listings/edit-listing.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { draftEditOf, type Proof, proofKept, proofOf } from "../../domain/listings/shared-facts.ts";
import type { Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { editDraftAlong } from "../drafts/edit-draft-along.ts";
import { answerSuggestions } from "./fact-suggestions.ts";

export type Before = Awaited<ReturnType<typeof readBeforeEdit>>;

export async function readBeforeEdit(tx: Tx, listingId: number) {
  const [suggestions, draft, people] = await Promise.all([
    tx.factChecks.suggestions(listingId),
    tx.drafts.findByListing(listingId),
    tx.listings.people(listingId),
  ]);
  return { suggestions, draft, people };
}

/** Edits a listing and its draft, to keep them equal. */
export async function saveEdit(
  tx: Tx,
  listing: Listing,
  edit: ListingEdit,
  { caller, now }: Pick<Context<"listings:write">, "caller" | "now">,
  known?: Before,
): Promise<Listing> {
  const at = now();
  const content = editListing(listing, edit);
  const removed = requiredRemoved(listing, content);
  if (removed.length) throw invalid(removed);
  const before = known ?? (await readBeforeEdit(tx, listing.id));
  const quotes = await answerSuggestions(tx, before.suggestions, content);
  const draft = await editDraftAlong(tx, before.draft, () => ({ ...draftEditOf(listing, content), quotes }), at);
  const proof = draft ? proofOf(draft.content) : withQuotes(proofKept(listing, content), quotes);
  return tx.listings.update(
    listing,
    { ...content, profile: { ...content.profile, ...proof } },
    { people: before.people },
    { accountId: caller.accountId, client: caller.client },
    at,
  );
}

const withQuotes = (proof: Proof, quotes: Proof["evidence"]): Proof => ({
  ...proof,
  evidence: { ...proof.evidence, ...quotes },
});
