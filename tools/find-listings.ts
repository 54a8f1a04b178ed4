import { z } from "zod";
import type { Deps } from "#actions/context.ts";
import { foundElsewhere, valuesInUse } from "#actions/listings/found-elsewhere.ts";
import { type AskedSearch, listingFilter } from "#actions/search/listing-filter.ts";
import { currencyOf } from "#domain/listings/price-fields.ts";
import { HINTS } from "#domain/search/search-words.ts";
import { inEnglish } from "#languages/words.ts";
import { listOf, pageRequest, viewList } from "./schemas/common.ts";
import { FoundListing, viewSummary } from "./schemas/listing.ts";

export const FoundListings = listOf(FoundListing).extend({
  understood: z
    .array(z.object({ words: z.string().describe("as typed in q"), field: z.string(), value: z.string() }))
    .optional()
    .describe("words of q taken as values; quote them to search for the words"),
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
  const hasNone = filter.q !== undefined && found.related === found.total;
  const [category] = [input.category ?? []].flat();
  const elsewhere = hasNone ? await foundElsewhere(filter, category, store) : undefined;
  const words = filter.q === undefined ? undefined : hintOf(found, elsewhere);
  const inUse = found.total === 0 ? await valuesInUse(filter, store) : undefined;
  const { wished = [] } = filter;
  const loose =
    found.isLoose && found.total > 0 ? inEnglish(HINTS.loose(wished.map((one) => one.words).join(", "))) : undefined;
  const hint = [loose, words, inUse].filter(Boolean).join(" ") || undefined;
  const list = viewList(found, request, (listing) => {
    const reason = found.reasons.get(listing.id);
    return { ...viewSummary(listing, { baseUrl: settings.BASE_URL }), ...(reason !== undefined && { reason }) };
  });
  const isFlag = (name: string) => store.ownFields().some(({ key, kind }) => key === name && kind === "flag");
  const understood = wished.map(({ words, field, values }) => ({
    words,
    ...(currencyOf(field)
      ? { field: "price_max", value: `${values[0]?.slice(2)} ${currencyOf(field)}` }
      : { field, value: isFlag(field) ? (values[0] === "1" ? "yes" : "no") : values.join("|") }),
  }));
  return { ...list, ...(wished.length > 0 && { understood }), ...(hint !== undefined && { hint }) };
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
