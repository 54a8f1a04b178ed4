import type { Listing, Profile } from "../../domain/listings/listing.ts";
import { type Facts, factOf, sameValue } from "../../domain/listings/shared-facts.ts";
import type { FactSuggestion } from "../../store/repos/listings/fact-checks.ts";
import type { Tx } from "../../store/store.ts";

/** Undecided suggestions about facts that the listing still has. */
export const openSuggestions = (listing: Listing, suggestions: readonly FactSuggestion[]): FactSuggestion[] =>
  suggestions.filter(({ field, published }) => sameValue(factOf(listing, field), published));

/** Closes suggestions that an edit answers. Returns the quotes of accepted ones. */
export async function answerSuggestions(
  tx: Tx,
  suggestions: readonly FactSuggestion[],
  after: Facts,
): Promise<Profile["evidence"]> {
  const answered = suggestions.filter(({ field, published }) => !sameValue(factOf(after, field), published));
  const [first] = answered;
  if (!first) return {};
  await tx.factChecks.withdraw(
    first.listingId,
    answered.map(({ field }) => field),
  );
  return Object.fromEntries(
    answered.flatMap(({ field, stated, evidence }) =>
      stated !== null && sameValue(factOf(after, field), stated) ? [[field, evidence]] : [],
    ),
  );
}
