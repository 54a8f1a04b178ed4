import { expect, it } from "vitest";
import type { ListingFilter, ListingInList } from "../../domain/listings/listing.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { freshRandom } from "../helpers/random.ts";
import { addSearchable, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE, searchableContent } from "../helpers/searchable.ts";

type Facet = "categories" | "stage" | "pricingModel" | "country" | "language";

const NOUNS = ["invoice", "roster", "calendar", "payroll", "ticket", "garden", "ledger"];
const PLACES = ["nurses", "bakeries", "freelancers", "schools", "fishermen"];
const STAGES = ["mvp", "launched", null];
const PRICES = ["free", "freemium", "subscription", null];
const COUNTRIES = ["DE", "FR", "US", null];
const LANGUAGES = ["de", "pt-BR", "ja"];
// A category, its parent, and one without anything below it.
const CATEGORIES = ["web-analytics", "analytics-and-data", "crm", undefined];
const SEARCHES = [undefined, "invoice", "invoice nurses", "rosta", "tools for nurses who plan a roster", "zzzz"];
const HOW_MANY = 90;

const db = await createSeededDatabase();
const names = await db.store.reference.categoryNames();
const below = new Map(
  await Promise.all(
    names.map(async ({ slug }) => [slug, await db.store.reference.categoryAndBelow(slug)] as [string, string[]]),
  ),
);

const filed = new Map<number, string | undefined>();

async function everyPage(filter: ListingFilter): Promise<ListingInList[]> {
  const all: ListingInList[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await db.store.listings.search(filter, { page, perPage: 20 });
    all.push(...items);
    if (!items.length || all.length >= total) return all;
  }
}

async function recounted(filter: ListingFilter): Promise<Record<Facet, Record<string, number>>> {
  const without = (facet: Facet) => {
    const { [facet]: _, ...others } = filter;
    return everyPage(others);
  };
  const tally = (found: ListingInList[], valuesOf: (one: ListingInList) => (string | null)[]) => {
    const counts: Record<string, number> = {};
    for (const value of found.flatMap(valuesOf)) if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
    return counts;
  };
  return {
    categories: tally(await without("categories"), ({ id }) =>
      [...below].filter(([, slugs]) => slugs.includes(filed.get(id) ?? "")).map(([slug]) => slug),
    ),
    stage: tally(await without("stage"), ({ stage }) => [stage]),
    pricingModel: tally(await without("pricingModel"), ({ pricingModel }) => [pricingModel]),
    country: tally(await without("country"), ({ country }) => [country]),
    language: tally(await without("language"), ({ language }) => [language]),
  };
}

it("filter counts match the search results for any filters and changes", async () => {
  const random = freshRandom("filter counts");
  const pick = <T>(from: readonly T[]): T => random.pick(from);
  const contentOf = (name: string) => ({
    name,
    tagline: `A ${pick(NOUNS)} for ${pick(PLACES)}`,
    content: { stage: pick(STAGES), pricingModel: pick(PRICES), country: pick(COUNTRIES), language: pick(LANGUAGES) },
  });
  const ids: number[] = [];
  for (let made = 0; made < HOW_MANY; made++) {
    const category = pick(CATEGORIES);
    const status = random.chance(0.9) ? ("live" as const) : ("paused" as const);
    const { id } = await addSearchable(db.store, {
      ...contentOf(`Product ${made}`),
      status,
      ...(category !== undefined && { category }),
    });
    filed.set(id, category);
    ids.push(id);
  }
  for (let round = 0; round < 60; round++) {
    if (round % 3 === 0) {
      const listing = (await db.store.listings.find(pick(ids)))!;
      const content = searchableContent(contentOf(listing.name));
      await db.store.change((tx) => tx.listings.update(listing, content, {}, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE));
    }
    const q = pick(SEARCHES);
    const [category, stage, pricingModel, country, language] = [
      pick(CATEGORIES),
      pick(STAGES),
      pick(PRICES),
      pick(COUNTRIES),
      pick(LANGUAGES),
    ].map((value) => (random.chance(0.3) ? value : undefined));
    const filter: ListingFilter = {
      status: "live",
      sort: random.chance(0.8) ? "relevance" : "newest",
      ...(q !== undefined && { q }),
      ...(category && { categories: below.get(category)! }),
      ...(stage && { stage }),
      ...(pricingModel && { pricingModel }),
      ...(country && { country }),
      ...(language && { language }),
    };
    const { category: categories, own: _, ...counts } = await db.store.listings.counts(filter);
    const shown = Object.fromEntries(
      Object.entries({ categories, ...counts }).map(([name, values]) => [name, Object.fromEntries(values)]),
    );
    expect(shown, JSON.stringify(filter)).toEqual(await recounted(filter));
  }
});
