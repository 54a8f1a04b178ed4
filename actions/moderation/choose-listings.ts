import { AppError } from "#core/errors/errors.ts";
import type { Listing, ListingStatus, Plan } from "#domain/listings/listing.ts";
import { SLUG } from "#domain/text/slug.ts";
import type { ListingsFilter } from "#store/repos/listings/chosen.ts";
import type { Store } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { listingFilter } from "../search/listing-filter.ts";

export type AskedListings = {
  q: string;
  status: ListingStatus | undefined;
  plan: Plan | undefined;
  /** A slug: its listings and those of categories below. */
  category: string | undefined;
  /** Conditions on fields of the site. */
  where: string | undefined;
};

/** The filter of the admin's list. Throws AppError for an unknown category or condition. */
export async function listingsFilter(
  { category, where, ...asked }: AskedListings,
  store: Store,
): Promise<ListingsFilter> {
  const { categories, own } = await listingFilter({ category, where }, store);
  return { ...asked, categories, own };
}

export const MOST_LINES = 5000;

/**
 * Listings of a pasted list or CSV: of each line, the first cell that is the id, slug, page or website
 * of one. Lines without are returned, but for a heading.
 */
export async function listingsNamed(
  text: string,
  deps: Pick<Deps, "store" | "readSiteAddress" | "settings">,
): Promise<{ ids: number[]; unknown: string[] }> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const [ids, unknown] = [new Set<number>(), [] as string[]];
  for (const [at, line] of lines.slice(0, MOST_LINES).entries()) {
    if (line === "") continue;
    const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
    let found: Listing | undefined;
    for (const cell of cells) found ??= await listingNamed(cell, deps);
    if (found) ids.add(found.id);
    else if (at > 0 || lines.length === 1) unknown.push(line);
  }
  return { ids: [...ids], unknown };
}

async function listingNamed(
  name: string,
  { store, readSiteAddress, settings }: Parameters<typeof listingsNamed>[1],
): Promise<Listing | undefined> {
  if (/^[1-9]\d{0,14}$/.test(name)) return store.listings.find(Number(name));
  const page = `${settings.BASE_URL}/listings/`;
  const slug = name.startsWith(page) ? name.slice(page.length).replace(/[/?#].*$/, "") : name;
  if (SLUG.test(slug)) return store.moderation.findBySlug(slug);
  if (!name.includes(".")) return undefined;
  try {
    const { key } = readSiteAddress(/^https?:/i.test(name) ? name : `https://${name}`);
    return (await store.listings.findBySite(key)) ?? (await store.websites.saved(key))[0];
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
