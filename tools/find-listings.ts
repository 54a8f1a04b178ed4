import { z } from "zod";
import type { Deps } from "#actions/context.ts";
import { foundElsewhere, valuesInUse } from "#actions/listings/found-elsewhere.ts";
import { type AskedSearch, listingFilter } from "#actions/search/listing-filter.ts";
import { HINTS } from "#domain/search/search-words.ts";
import { inEnglish } from "#languages/words.ts";
import { listOf, pageRequest, viewList } from "./schemas/common.ts";
import { FoundListing, viewSummary } from "./schemas/listing.ts";

export const FoundListings = listOf(FoundListing).extend({
  hint: z.string().optional().describe("what was tried, if few or no listings have the words"),
});

/** A page of results, with a hint if few or none have the words. */
export async function findListings(
  input: AskedSearch & { page: number; per_page: number },
  { store, settings }: Pick<Deps, "store" | "settings">,
): Promise<z.input<typeof FoundListings>> {
  const filter = await listingFilter(input, store);
  const request = pageRequest(input);
  const found = await store.listings.search(filter, request);
  const hasNone = input.q !== undefined && found.related === found.total;
  const [category] = [input.category ?? []].flat();
  const elsewhere = hasNone ? await foundElsewhere(filter, category, store) : undefined;
  const words = input.q === undefined ? undefined : hintOf(found, elsewhere);
  const inUse = found.total === 0 ? await valuesInUse(filter, store) : undefined;
  const hint = [words, inUse].filter(Boolean).join(" ") || undefined;
  const list = viewList(found, request, (listing) => {
    const reason = found.reasons.get(listing.id);
    return { ...viewSummary(listing, { baseUrl: settings.BASE_URL }), ...(reason !== undefined && { reason }) };
  });
  return { ...list, ...(hint !== undefined && { hint }) };
}

function hintOf(
  { total, related }: { total: number; related: number },
  elsewhere: string | undefined,
): string | undefined {
  if (total === 0) return elsewhere ?? inEnglish(HINTS.nothing());
  if (related === total) return inEnglish(HINTS.nearest(elsewhere ?? HINTS.none()));
  if (related > 0) return inEnglish(HINTS.first(`${total - related}`));
  return undefined;
}
