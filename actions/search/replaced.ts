import { ALTERNATIVE_TO, type Replaced, replacedIn } from "#domain/listings/alternative-to.ts";
import type { Store } from "#store/store.ts";
import { listingFilter } from "./listing-filter.ts";

/** What live listings are an alternative to; undefined where the site has no such filter. */
export async function replacedProducts(store: Store): Promise<Replaced[] | undefined> {
  if (!store.ownFields().some(({ key, isFilter }) => key === ALTERNATIVE_TO.key && isFilter)) return undefined;
  const { own } = await store.listings.counts(await listingFilter({}, store));
  return replacedIn(own.get(ALTERNATIVE_TO.key) ?? new Map());
}
