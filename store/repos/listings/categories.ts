import type { Listing, ListingCategory } from "#domain/listings/listing.ts";
import { given } from "#domain/text/given.ts";
import { searchIndex } from "../../search/listing-index.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { asc, eq, inArray, sql } from "../../sqlite/drizzle.ts";
import { insertInto } from "../../sqlite/insert.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  categories,
  categoryAliases,
  categoryFollows,
  digestCategories,
  listingCategories,
  listings,
  translations,
  webhookEndpoints,
} from "../../sqlite/tables.ts";

type CategoryRow = typeof categories.$inferSelect;

/** Categories as the site team arranges them. Names that listings show are in `reference`. */
export const categoryReads = (db: Db) => {
  const alias = statement(({ name }: { name: string }) =>
    db
      .select({ slug: categories.slug, name: categories.name })
      .from(categoryAliases)
      .innerJoin(categories, eq(categories.slug, categoryAliases.slug))
      .where(eq(categoryAliases.alias, name)),
  );
  return {
    /** The category that had this slug or name before a merge or a new name. */
    async formerly(slugOrName: string): Promise<{ slug: string; name: string } | undefined> {
      return alias.get({ name: slugOrName.toLowerCase() });
    },
    async all(): Promise<CategoryRow[]> {
      return db.select().from(categories).orderBy(asc(categories.position), asc(categories.slug));
    },
    /** Categories in which listings of any status are. */
    async filled(): Promise<Set<string>> {
      const rows = await db.selectDistinct({ slug: listingCategories.categorySlug }).from(listingCategories);
      return new Set(rows.map(({ slug }) => slug));
    },
    async listingsIn(slug: string, most: number): Promise<Pick<Listing, "id" | "profile">[]> {
      const ids = db
        .select({ id: listingCategories.listingId })
        .from(listingCategories)
        .where(eq(listingCategories.categorySlug, slug))
        .orderBy(asc(listingCategories.listingId))
        .limit(most);
      return db.select({ id: listings.id, profile: listings.profile }).from(listings).where(inArray(listings.id, ids));
    },
  };
};

export const categoryWrites = (db: Db) => {
  const reads = categoryReads(db);
  const index = searchIndex(db.$client);
  const insertLinks = insertInto(db, listingCategories);
  const keepAlias = async (name: string, slug: string): Promise<void> => {
    await db
      .insert(categoryAliases)
      .values({ alias: name.toLowerCase(), slug })
      .onConflictDoUpdate({ target: categoryAliases.alias, set: { slug } });
  };

  /** Who follows one category follows the other one instead. */
  async function follow(from: string, into: string): Promise<void> {
    const followers = await db.select().from(categoryFollows).where(eq(categoryFollows.category, from));
    for (const row of followers)
      await db
        .insert(categoryFollows)
        .values({ ...row, category: into })
        .onConflictDoNothing();
    const readers = await db.select().from(digestCategories).where(eq(digestCategories.category, from));
    for (const row of readers)
      await db
        .insert(digestCategories)
        .values({ ...row, category: into })
        .onConflictDoNothing();
    const hooks = await db
      .select({ id: webhookEndpoints.id, categories: webhookEndpoints.categories })
      .from(webhookEndpoints)
      .where(sql`${webhookEndpoints.categories} like ${`%"${from}"%`}`);
    for (const { id, categories: slugs } of hooks) {
      const moved = [...new Set(slugs.map((slug) => (slug === from ? into : slug)))];
      await db.update(webhookEndpoints).set({ categories: moved }).where(eq(webhookEndpoints.id, id));
    }
  }

  /** Writes which categories a listing shows. Search knows them by name. */
  async function show(listing: Pick<Listing, "id">, shown: ListingCategory[]): Promise<void> {
    const [row] = await db.select().from(listings).where(eq(listings.id, listing.id));
    const filed = { ...given(row), primaryCategory: shown[0]?.slug ?? null };
    const renamed = { ...filed, profile: { ...filed.profile, categories: shown } };
    const { profile, primaryCategory } = renamed;
    await db.update(listings).set({ profile, primaryCategory }).where(eq(listings.id, listing.id));
    index.put(renamed);
  }

  return {
    ...reads,
    /** Saves a category. Its name is copied into listings and search, which are updated too. */
    async save(row: typeof categories.$inferInsert): Promise<void> {
      const { slug, ...words } = row;
      const [known] = await db.select({ name: categories.name }).from(categories).where(eq(categories.slug, slug));
      await db.insert(categories).values(row).onConflictDoUpdate({ target: categories.slug, set: words });
      await db.delete(categoryAliases).where(isOneOf(categoryAliases.alias, [slug, row.name.toLowerCase()]));
      if (!known || known.name === row.name) return;
      if (known.name.toLowerCase() !== row.name.toLowerCase()) await keepAlias(known.name, slug);
      for (const listing of await reads.listingsIn(slug, Number.MAX_SAFE_INTEGER))
        await show(
          listing,
          listing.profile.categories.map((one) => (one.slug === slug ? { ...one, name: row.name } : one)),
        );
    },
    /** Files a listing in other categories, primary first, without a version. */
    async refile(listing: Pick<Listing, "id">, filed: ListingCategory[]): Promise<void> {
      await db.delete(listingCategories).where(eq(listingCategories.listingId, listing.id));
      await insertLinks(filed.map(({ slug }, position) => ({ listingId: listing.id, categorySlug: slug, position })));
      await show(listing, filed);
    },
    async place(slug: string, position: number): Promise<void> {
      await db.update(categories).set({ position }).where(eq(categories.slug, slug));
    },
    /** Removes a category without listings. Its followers and its address lead to `into`. */
    async remove({ slug, name }: CategoryRow, into: string | null, childrenTo: string | null): Promise<void> {
      await db.update(categories).set({ parentSlug: childrenTo }).where(eq(categories.parentSlug, slug));
      if (into !== null) {
        await follow(slug, into);
        await db.update(categoryAliases).set({ slug: into }).where(eq(categoryAliases.slug, slug));
        await keepAlias(slug, into);
        await keepAlias(name, into);
      }
      await db.delete(translations).where(has(translations, { kind: "category", id: slug }));
      await db.delete(categories).where(eq(categories.slug, slug));
    },
  };
};
