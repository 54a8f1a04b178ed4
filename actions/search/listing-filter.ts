import { conflict, invalid } from "../../core/errors/errors.ts";
import type { ListingFilter, ListingSort } from "../../domain/listings/listing.ts";
import { type OwnFilter, readWhere, sortableKeys } from "../../domain/listings/own-filter.ts";
import { stageNamed } from "../../domain/search/filter-values.ts";
import { otherCategories } from "../../domain/search/nearest.ts";
import { joined } from "../../languages/words.ts";
import type { Reads, Store } from "../../store/store.ts";

export type AskedSearch = {
  q?: string | undefined;
  category?: string | undefined;
  stage?: string | undefined;
  country?: string | undefined;
  language?: string | undefined;
  pricing_model?: string | undefined;
  domain?: string | undefined;
  status?: "live" | "upcoming" | undefined;
  sort?: ListingSort | undefined;
  /** Conditions on fields of the site, like licence:MIT stars>=1000. */
  where?: string | undefined;
  /** A field of the site to sort by; - before it is descending. */
  order?: string | undefined;
};

/** The search for the store. Throws `category_unknown`, or `validation_failed` for a condition. */
export async function listingFilter(
  asked: AskedSearch,
  reads: Pick<Reads, "reference" | "categories" | "listings"> & Pick<Store, "ownFields">,
): Promise<ListingFilter> {
  const { q, category, stage, country, language, pricing_model: pricingModel, domain } = asked;
  return {
    status: asked.status ?? "live",
    sort: asked.sort ?? "relevance",
    ...(q === undefined ? {} : { q }),
    ...(category === undefined ? {} : { categories: await categoriesOf(category, reads) }),
    ...(stage === undefined ? {} : { stage: await stageInUse(stage, reads) }),
    ...(country === undefined ? {} : { country: country.toUpperCase() }),
    ...(language === undefined ? {} : { language }),
    ...(pricingModel === undefined ? {} : { pricingModel }),
    ...(domain === undefined ? {} : { domain: hostOf(domain) }),
    ...(asked.where === undefined ? {} : { own: ownFilterOf(asked.where, reads) }),
    ...(asked.order === undefined ? {} : { ownSort: ownSortOf(asked.order, reads) }),
  };
}

function ownFilterOf(where: string, { ownFields }: Pick<Store, "ownFields">): OwnFilter {
  const read = readWhere(where, ownFields());
  if ("filter" in read) return read.filter;
  throw invalid([{ pointer: "/where", code: "format", detail: read.fault }]);
}

function ownSortOf(order: string, { ownFields }: Pick<Store, "ownFields">): string {
  const keys = sortableKeys(ownFields());
  if (keys.includes(order.replace(/^-/, ""))) return order;
  const detail = `Results can be sorted by ${keys.join(", ") || "no field"}. Put - before it for the highest first.`;
  throw invalid([{ pointer: "/order", code: "enum", detail }]);
}

async function categoriesOf(
  slug: string,
  { reference, categories }: Pick<Reads, "reference" | "categories">,
): Promise<string[]> {
  const slugs = (await reference.categoryNames()).map((category) => category.slug);
  if (slugs.includes(slug)) return reference.categoryAndBelow(slug);
  const into = await categories.formerly(slug);
  if (into) return reference.categoryAndBelow(into.slug);
  const detail = joined([`There is no category "${slug}".`, ...otherCategories(slug, slugs)], " ");
  throw conflict("category_unknown", detail, [{ pointer: "/category", code: "enum", detail }]);
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
