import type { ListingFilter } from "#domain/listings/listing.ts";
import { HINTS } from "#domain/search/search-words.ts";
import { keysOf } from "#domain/text/keys.ts";
import { inEnglish } from "#languages/words.ts";
import type { Reads } from "#store/store.ts";

const MOST_READ = 100;
const MOST_NAMED = 3;

/**
 * Where a search without results would find something: other categories, or without filters.
 * Subcategories of `category` count as searched.
 */
export async function foundElsewhere(
  { q, status, sort, categories, wished, ...narrowed }: ListingFilter,
  category: string | undefined,
  { listings, reference }: Pick<Reads, "listings" | "reference">,
): Promise<string | undefined> {
  if (q === undefined) return undefined;
  const matches = async (filter: Partial<ListingFilter>) => {
    const found = await listings.search(
      { q, status, sort, ...(wished && { wished }), ...filter },
      { page: 1, perPage: MOST_READ },
    );
    return found.items.slice(0, found.total - found.related);
  };
  const inside = category && (await reference.findCategory(category))?.name;
  if (inside !== undefined) {
    const names = (await matches(narrowed)).flatMap(({ category }) => category?.name ?? []);
    const counts = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => ({ name, length }));
    const most = counts.sort((a, b) => b.length - a.length || (a.name < b.name ? -1 : 1)).slice(0, MOST_NAMED);
    const places = most.map(({ name, length }) => `${length} in ${name}`);
    if (places.length > 0) return inEnglish(HINTS.inside(inside, listed(places)));
  }
  if (Object.keys(narrowed).length === 0) return undefined;
  const { length } = await matches({});
  if (length === 0) return undefined;
  return inEnglish(
    length === 1 ? HINTS.one() : HINTS.many(length === MOST_READ ? `${MOST_READ} or more` : `${length}`),
  );
}

/** Filters whose values people also type as search words. */
const NAMED = { stage: "stage", pricingModel: "pricing model", country: "country" } as const;
const MOST_VALUES = 8;

export async function valuesInUse(
  filter: ListingFilter,
  { listings }: Pick<Reads, "listings">,
): Promise<string | undefined> {
  const given = keysOf(NAMED).filter((name) => filter[name] !== undefined);
  if (given.length === 0) return undefined;
  const counts = await listings.counts(filter);
  const said = given.flatMap((name) => {
    const values = [...counts[name]].sort((a, b) => b[1] - a[1]).slice(0, MOST_VALUES);
    return values.length > 0
      ? [`${NAMED[name]}: ${values.map(([value, count]) => `${value.replaceAll("_", " ")} (${count})`).join(", ")}`]
      : [];
  });
  return said.length > 0 ? inEnglish(HINTS.inUse(said.join("; "))) : undefined;
}

const listed = (parts: string[]): string =>
  parts.length === 1 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
