import type { CategoryRow } from "#domain/listings/category.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { keptCounts } from "../../sqlite/counts.ts";
import { asc, eq, inArray, isNull, or, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  categories,
  categoryCounts,
  categoryPaths,
  countries,
  interviewQuestions,
  posts,
  products,
  secrets,
} from "../../sqlite/tables.ts";
import { versionOf } from "../../sqlite/version.ts";

export type CategoryName = { slug: string; name: string; keywords: string[]; parentSlug: string | null };
export type Country = typeof countries.$inferSelect;

type Counted = { category: typeof categories.$inferSelect; listingCount: number; totalCount: number };
const asCategoryRow = ({ category: { compare: _, phrases: __, ...row }, ...counts }: Counted): CategoryRow => ({
  ...row,
  ...counts,
});

/**
 * Data kept by the site team (categories, countries, interview questions, products) and the
 * program's secrets.
 */
export const referenceReads = (db: Db) => {
  const all = statement(() =>
    db
      .select({ category: categories, listingCount: categoryCounts.own, totalCount: categoryCounts.total })
      .from(categories)
      .innerJoin(categoryCounts, eq(categoryCounts.slug, categories.slug)),
  );
  const some = statement(({ slugs }: { slugs: readonly string[] }) =>
    db
      .select({ category: categories, listingCount: categoryCounts.own, totalCount: categoryCounts.total })
      .from(categories)
      .innerJoin(categoryCounts, eq(categoryCounts.slug, categories.slug))
      .where(isOneOf(categories.slug, slugs)),
  );
  const around = statement(({ slug }: { slug: string }) =>
    db
      .select({ category: categories, listingCount: categoryCounts.own, totalCount: categoryCounts.total })
      .from(categories)
      .innerJoin(categoryCounts, eq(categoryCounts.slug, categories.slug))
      .where(
        or(
          eq(categories.parentSlug, slug),
          inArray(
            categories.slug,
            db.select({ above: categoryPaths.above }).from(categoryPaths).where(eq(categoryPaths.slug, slug)),
          ),
        ),
      ),
  );
  const names = statement(() =>
    db
      .select(pick(categories, "slug", "name", "keywords", "parentSlug"))
      .from(categories)
      .orderBy(asc(categories.position)),
  );
  const versionNow = versionOf(db.$client);
  let keptNames: { version: number; rows: CategoryName[] } | undefined;
  async function categoryNames(): Promise<readonly CategoryName[]> {
    const version = versionNow();
    if (keptNames?.version !== version) keptNames = { version, rows: await names.all() };
    return keptNames.rows;
  }
  const andAbove = statement(({ slugs }: { slugs: readonly string[] }) =>
    db.selectDistinct({ slug: categoryPaths.above }).from(categoryPaths).where(isOneOf(categoryPaths.slug, slugs)),
  );
  const count = keptCounts(db);
  const categoryCount = statement(() => db.select({ count: sql<number>`count(*)` }).from(categories));
  const secret = statement(({ name }: { name: string }) => db.select().from(secrets).where(eq(secrets.name, name)));

  return {
    async compareAttributes(slugs: string[]): Promise<string[]> {
      const rows = await db.select().from(categories).where(inArray(categories.slug, slugs));
      return [...new Set(slugs.flatMap((slug) => rows.find((row) => row.slug === slug)?.compare ?? []))];
    },
    async categories(): Promise<CategoryRow[]> {
      return (await all.all()).map(asCategoryRow);
    },
    async categoriesAround(slug: string): Promise<CategoryRow[]> {
      return (await around.all({ slug })).map(asCategoryRow);
    },
    async categoriesNamed(slugs: readonly string[]): Promise<CategoryRow[]> {
      return slugs.length > 0 ? (await some.all({ slugs })).map(asCategoryRow) : [];
    },
    findCategory: statement((slug: string) => db.select().from(categories).where(eq(categories.slug, slug))).get,
    categoryNames,
    async categoryAndBelow(slug: string): Promise<string[]> {
      const children = Map.groupBy(await categoryNames(), ({ parentSlug }) => parentSlug);
      const found = [slug];
      for (const each of found) found.push(...(children.get(each) ?? []).map((row) => row.slug));
      return found;
    },
    /** With all their ancestors. */
    async categoriesAndAbove(slugs: readonly string[]): Promise<string[]> {
      return slugs.length > 0 ? (await andAbove.all({ slugs })).map((row) => row.slug) : [];
    },
    async interviewQuestion(id: number) {
      return db.select().from(interviewQuestions).where(eq(interviewQuestions.id, id)).get();
    },
    async allInterviewQuestions() {
      return db.select().from(interviewQuestions).orderBy(asc(interviewQuestions.position), asc(interviewQuestions.id));
    },
    countries: statement(() => db.select().from(countries).orderBy(asc(countries.code))).all,
    async counts(): Promise<{ liveListings: number; categories: number }> {
      const all = (await categoryCount.get())?.count ?? 0;
      return { liveListings: await count("live"), categories: all };
    },
    async lacksPhrases(): Promise<boolean> {
      const lacking = db.select({ slug: categories.slug }).from(categories).where(isNull(categories.phrases));
      return (await lacking.limit(1).get()) !== undefined;
    },
    async isSeeded(): Promise<boolean> {
      return (await db.select({ code: countries.code }).from(countries).limit(1).get()) !== undefined;
    },
    /** As stored. */
    async findSecret(name: string): Promise<string | undefined> {
      return (await secret.get({ name }))?.value;
    },
  };
};

export const referenceWrites = (db: Db) => {
  return {
    ...referenceReads(db),
    async addCategories(rows: (typeof categories.$inferInsert)[]): Promise<void> {
      for (const row of rows) await db.insert(categories).values(row).onConflictDoNothing();
    },
    /** Adds phrases to categories without any. */
    async addPhrases(rows: { slug: string; phrases: string[] }[]): Promise<void> {
      for (const { slug, phrases } of rows)
        await db
          .update(categories)
          .set({ phrases })
          .where(has(categories, { slug, phrases: null }));
    },
    async saveInterviewQuestion(row: typeof interviewQuestions.$inferInsert): Promise<number> {
      const { id: _, ...words } = row;
      return (
        await db
          .insert(interviewQuestions)
          .values(row)
          .onConflictDoUpdate({ target: interviewQuestions.id, set: words })
          .returning({ id: interviewQuestions.id })
          .get()
      ).id;
    },
    async addCountries(rows: (typeof countries.$inferInsert)[]): Promise<void> {
      await db.insert(countries).values(rows).onConflictDoNothing();
    },
    async addInterviewQuestions(rows: (typeof interviewQuestions.$inferInsert)[]): Promise<void> {
      await db.insert(interviewQuestions).values(rows).onConflictDoNothing();
    },
    async addProducts(rows: (typeof products.$inferInsert)[]): Promise<void> {
      await db.insert(products).values(rows).onConflictDoNothing();
    },
    async addPost(row: typeof posts.$inferInsert): Promise<void> {
      await db.insert(posts).values(row).onConflictDoNothing();
    },
    /** For non-secret values, like the write probe. */
    async saveSecret(name: string, value: string): Promise<void> {
      await db.insert(secrets).values({ name, value }).onConflictDoUpdate({ target: secrets.name, set: { value } });
    },
  };
};
