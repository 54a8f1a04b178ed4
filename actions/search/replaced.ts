import { alternativeSlug, type Replaced } from "#domain/listings/alternative-to.ts";
import type { ListingInList, Page } from "#domain/listings/listing.ts";
import { productsBySlug, productsNamed } from "#store/search/known-products.ts";
import type { Reads } from "#store/store.ts";

const MOST_NEAR = 9;

type ReplacedPage = Replaced & { found: Page<ListingInList>; near: ListingInList[] };

/** The listings that say they replace a product, and listings like them. Undefined for unknown products. */
export async function readReplaced(
  typed: string,
  page: { page: number; perPage: number },
  { listings, alternatives }: Pick<Reads, "listings" | "alternatives">,
): Promise<ReplacedPage | undefined> {
  const known = productsBySlug().get(alternativeSlug(typed));
  const slug = alternativeSlug(known?.name ?? typed);
  const named = (await listings.replaced()).find((one) => one.slug === slug);
  const name = named?.name ?? known?.name;
  if (name === undefined) return undefined;
  const { ids = [] } = named ?? {};
  const found = await listings.mostVotedOf(ids, page);
  const [first] = found.items;
  const own = first?.category?.slug;
  const category = known?.categories.find((one) => one === own) ?? known?.categories[0] ?? own;
  const likeFirst = async (inside: string) =>
    first && listings.nearestFitting(first.id, inside, MOST_NEAR, ({ id }) => !ids.includes(id));
  const near =
    category === undefined || page.page > 1
      ? []
      : ((await likeFirst(category)) ?? (await alternatives.mostVoted(category, [], MOST_NEAR)));
  return { slug, name, ids, found, near };
}

/** The products that a search names and that listings say they replace. */
export async function replacedIn(q: string, { listings }: Pick<Reads, "listings">): Promise<Replaced[]> {
  const slugs = new Set(productsNamed(q).map(({ name }) => alternativeSlug(name)));
  return slugs.size === 0 ? [] : (await listings.replaced()).filter(({ slug }) => slugs.has(slug));
}
