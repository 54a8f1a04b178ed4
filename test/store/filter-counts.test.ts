import { expect, it } from "vitest";
import type { ListingFilter, ListingInList } from "../../domain/listings/listing.ts";
import { foldTag } from "../../domain/search/tags.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { freshRandom } from "../helpers/random.ts";
import { addSearchable, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE, searchableContent } from "../helpers/searchable.ts";

type Facet = "categories" | "tags" | "stage" | "pricingModel" | "country" | "language";

const NOUNS = ["invoice", "roster", "calendar", "payroll", "ticket", "garden", "ledger"];
const PLACES = ["nurses", "bakeries", "freelancers", "schools", "fishermen"];
const STAGES = ["mvp", "launched", null];
const PRICES = ["free", "freemium", "subscription", null];
const COUNTRIES = ["DE", "FR", "US", null];
const LANGUAGES = ["de", "pt-BR", "ja"];
// A category, its parent, and one without anything below it.
const CATEGORIES = ["web-analytics", "analytics-and-data", "crm", undefined];
// Case makes no difference, but in letters beyond ASCII.
const TAGS = ["PHP", "php", "Self-Hosted", "self-hosted", "öko", "a, b"];
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
/** By name. */
const tagged = new Map<string, string[]>();

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
    tags: tally(await without("tags"), ({ name }) => [
      ...new Set((tagged.get(name) ?? []).map((tag) => tag.toLowerCase())),
    ]),
    stage: tally(await without("stage"), ({ stage }) => [stage]),
    pricingModel: tally(await without("pricingModel"), ({ pricingModel }) => [pricingModel]),
    country: tally(await without("country"), ({ country }) => [country]),
    language: tally(await without("language"), ({ language }) => [language]),
  };
}

it("filter counts match the search results for any filters and changes", async () => {
  const random = freshRandom("filter counts");
  const pick = <T>(from: readonly T[]): T => random.pick(from);
  const contentOf = (name: string) => {
    const tags = random.sample(TAGS, random.between(0, 3));
    tagged.set(name, tags);
    return {
      name,
      tagline: `A ${pick(NOUNS)} for ${pick(PLACES)}`,
      content: {
        ...{ stage: pick(STAGES), pricingModel: pick(PRICES), country: pick(COUNTRIES), language: pick(LANGUAGES) },
        profile: { tags } as never,
      },
    };
  };
  /** One or two values, or no filter. */
  const some = <T>(from: readonly (T | null | undefined)[]): T[] | undefined => {
    const values = random.sample(from, random.between(1, 2)).filter((value) => value !== null && value !== undefined);
    return values.length > 0 && random.chance(0.3) ? values : undefined;
  };
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
    const chosen = some(CATEGORIES);
    const [tags, stage, pricingModel] = [some(TAGS), some(STAGES), some(PRICES)];
    const [country, language] = [some(COUNTRIES), some(LANGUAGES)];
    const filter: ListingFilter = {
      status: "live",
      sort: random.chance(0.8) ? "relevance" : "newest",
      ...(q !== undefined && { q }),
      ...(chosen && { categories: chosen.flatMap((category) => below.get(category)!) }),
      ...(tags && { tags: tags.map(foldTag) }),
      ...(stage && { stage }),
      ...(pricingModel && { pricingModel }),
      ...(country && { country }),
      ...(language && { language }),
    };
    const { category: categories, tag, own: _, ...counts } = await db.store.listings.counts(filter);
    const folded = new Map([...tag].map(([one, count]) => [one.toLowerCase(), count]));
    const shown = Object.fromEntries(
      Object.entries({ categories, tags: folded, ...counts }).map(([name, values]) => [
        name,
        Object.fromEntries(values),
      ]),
    );
    expect(shown, JSON.stringify(filter)).toEqual(await recounted(filter));
  }
});
