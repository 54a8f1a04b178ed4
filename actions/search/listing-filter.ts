import { conflict, invalid } from "#core/errors/errors.ts";
import type { ListingFilter, ListingSort } from "#domain/listings/listing.ts";
import { type OwnFilter, readWhere, sortableKeys } from "#domain/listings/own-filter.ts";
import { currencyOf } from "#domain/listings/price-fields.ts";
import { attributesIn, withoutAttributes } from "#domain/search/attributes.ts";
import { stageNamed } from "#domain/search/filter-values.ts";
import { otherCategories } from "#domain/search/nearest.ts";
import { readPriceMax } from "#domain/search/price-words.ts";
import { SEARCH_FILTERS } from "#domain/search/saved-search.ts";
import { foldTag } from "#domain/search/tags.ts";
import { joined } from "#languages/words.ts";
import type { Reads, Store } from "#store/store.ts";

/** One value, or several of which any may hold. */
type Values = string | readonly string[] | undefined;
export type AskedSearch = {
  q?: string | undefined;
  category?: Values;
  tag?: Values;
  stage?: Values;
  country?: Values;
  language?: Values;
  pricing_model?: Values;
  domain?: string | undefined;
  status?: "live" | "upcoming" | undefined;
  sort?: ListingSort | undefined;
  /** Conditions on fields of the site, like licence:MIT stars>=1000. */
  where?: string | undefined;
  /** Like "10 USD". */
  price_max?: string | undefined;
  /** A field of the site to sort by; - before it is descending. */
  order?: string | undefined;
};

/** The search for the store. Throws `category_unknown`, or `validation_failed` for a condition. */
export async function listingFilter(
  asked: AskedSearch,
  reads: Pick<Reads, "reference" | "categories" | "listings"> & Pick<Store, "filterFields">,
): Promise<ListingFilter> {
  const { domain } = asked;
  const [category, tag, stage] = [valuesOf(asked.category), valuesOf(asked.tag), valuesOf(asked.stage)];
  const [country, language, pricingModel] = [
    valuesOf(asked.country),
    valuesOf(asked.language),
    valuesOf(asked.pricing_model),
  ];
  const own = {
    ...(asked.where !== undefined && ownFilterOf(asked.where, reads)),
    ...(asked.price_max !== undefined && priceFilterOf(asked.price_max, reads)),
  };
  return {
    status: asked.status ?? "live",
    sort: asked.sort ?? "relevance",
    ...(asked.q === undefined ? {} : await wordsOf(asked.q, { asked, own }, reads)),
    ...(category && { categories: await categoriesOf(category, reads) }),
    ...(tag && { tags: tag.map(foldTag) }),
    ...(stage && { stage: await Promise.all(stage.map((typed) => stageInUse(typed, reads))) }),
    ...(country && { country: country.map((code) => code.toUpperCase()) }),
    ...(language && { language }),
    ...(pricingModel && { pricingModel }),
    ...(domain === undefined ? {} : { domain: hostOf(domain) }),
    ...(Object.keys(own).length > 0 && { own }),
    ...(asked.order === undefined ? {} : { ownSort: ownSortOf(asked.order, reads) }),
  };
}

/**
 * The words without those that name a value, and these values. They stay words if nothing here has the
 * value, or if all of them are a name. A filter that is set is not set again.
 */
async function wordsOf(
  q: string,
  { asked, own }: { asked: AskedSearch; own: OwnFilter },
  { listings }: Pick<Reads, "listings">,
): Promise<Pick<ListingFilter, "q" | "wished">> {
  const read = attributesIn(q, listings.wordedFields());
  if (read.length === 0 || (await listings.namesakes(q, 1)).length > 0) return { q };
  // Only filters: a field of the site may be called "status", too.
  const set = new Set<string>([...SEARCH_FILTERS.filter((name) => valuesOf(asked[name])), ...Object.keys(own)]);
  const isSet = (field: string) => set.has(field) || (currencyOf(field) && Object.keys(own).some(currencyOf));
  const held = await Promise.all(read.map((one) => listings.holds(one)));
  const known = read.filter(({ field }, at) => isSet(field) || held[at]);
  const rest = withoutAttributes(q, known);
  const wished = known.filter(({ field }) => !isSet(field));
  return { ...(rest && { q: rest }), ...(wished.length > 0 && { wished }) };
}

function ownFilterOf(where: string, { filterFields }: Pick<Store, "filterFields">): OwnFilter {
  const read = readWhere(where, filterFields());
  if ("filter" in read) return read.filter;
  throw invalid([{ pointer: "/where", code: "format", detail: read.fault }]);
}

function priceFilterOf(text: string, { filterFields }: Pick<Store, "filterFields">): OwnFilter {
  const read = readPriceMax(text, filterFields());
  if ("key" in read) return { [read.key]: { to: read.to } };
  throw invalid([{ pointer: "/price_max", code: "format", detail: read.fault }]);
}

function ownSortOf(order: string, { filterFields }: Pick<Store, "filterFields">): string {
  const keys = sortableKeys(filterFields());
  if (keys.includes(order.replace(/^-/, ""))) return order;
  const detail = `Results can be sorted by ${keys.join(", ") || "no field"}. Put - before it for the highest first.`;
  throw invalid([{ pointer: "/order", code: "enum", detail }]);
}

/** Undefined without values, in one order, so that equal searches are known to be equal. */
function valuesOf(given: Values): string[] | undefined {
  const values = given === undefined ? [] : [...new Set([given].flat())].sort();
  return values.length > 0 ? values : undefined;
}

async function categoriesOf(
  chosen: readonly string[],
  { reference, categories }: Pick<Reads, "reference" | "categories">,
): Promise<string[]> {
  const slugs = (await reference.categoryNames()).map((category) => category.slug);
  const below = chosen.map(async (slug) => {
    const known = slugs.includes(slug) ? slug : (await categories.formerly(slug))?.slug;
    if (known !== undefined) return reference.categoryAndBelow(known);
    const detail = joined([`There is no category "${slug}".`, ...otherCategories(slug, slugs)], " ");
    throw conflict("category_unknown", detail, [{ pointer: "/category", code: "enum", detail }]);
  });
  return [...new Set((await Promise.all(below)).flat())];
}

/** Any word can be a stage, so "beta" matches itself if in use, otherwise mvp. */
async function stageInUse(typed: string, { listings }: Pick<Reads, "listings">): Promise<string> {
  const named = stageNamed(typed) ?? typed;
  if (named === typed) return typed;
  const { stage } = await listings.counts({ status: "live", sort: "relevance" });
  return stage.has(typed) ? typed : named;
}

/** The host of a URL, domain or internationalized name, as stored in listings. */
function hostOf(text: string): string {
  const address = text.trim().replace(/^[a-z][a-z\d+.-]*:\/*/i, "");
  const { hostname } = URL.parse(`http://${address}`) ?? { hostname: address.toLowerCase() };
  return hostname.replace(/^www\./, "").replace(/\.$/, "");
}
