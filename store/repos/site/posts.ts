import type { Page, PageRequest } from "#domain/listings/listing.ts";
import type { Post } from "#domain/site/post.ts";
import { pageOf } from "../../sql/page-of.ts";
import { and, desc, eq, inArray, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { posts } from "../../sqlite/tables.ts";
import { looseMatchOf, matchOf } from "../search/match.ts";

/** A draft has no date, a scheduled post a future one. */
export type PostRow = typeof posts.$inferSelect;

/** A post without a date is a draft. */
const asPublished = ({ publishedAt, ...post }: PostRow): Post[] => (publishedAt ? [{ ...post, publishedAt }] : []);

export const postReads = (db: Db) => {
  async function postsIn(match: string | undefined, now: Date, { page, perPage }: PageRequest): Promise<Page<Post>> {
    const published = sql`${posts.publishedAt} is not null and ${posts.publishedAt} <= ${now.getTime()}`;
    const from = match ? sql`post_search join ${posts} on ${posts.slug} = post_search.slug` : sql`${posts}`;
    const where = match ? sql`post_search match ${match} and ${published}` : published;
    const order = match
      ? sql`bm25(post_search, 0, 10, 4, 4, 1), ${posts.slug}`
      : sql`${posts.publishedAt} desc, ${posts.slug}`;
    const total =
      (await db.$local.get<{ count: number }>(sql`select count(*) as count from ${from} where ${where}`))?.count ?? 0;
    const slugs = (
      await db.$local.all<{ slug: string }>(
        sql`select ${posts.slug} as slug from ${from} where ${where} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`,
      )
    ).map(({ slug }) => slug);
    const rows = slugs.length ? await db.select().from(posts).where(inArray(posts.slug, slugs)) : [];
    const bySlug = new Map(rows.flatMap(asPublished).map((post) => [post.slug, post]));
    return { items: slugs.flatMap((slug) => bySlug.get(slug) ?? []), total };
  }

  return {
    async find(slug: string): Promise<PostRow | undefined> {
      return db.select().from(posts).where(eq(posts.slug, slug)).get();
    },
    async listAll(request: PageRequest): Promise<Page<PostRow>> {
      return pageOf(
        db.$count(posts),
        request,
        db
          .select()
          .from(posts)
          .orderBy(sql`${posts.publishedAt} is not null`, desc(posts.publishedAt), desc(posts.updatedAt), posts.slug),
      );
    },
    /** Newest first; with q by relevance, with partial matches if no post has all words. */
    async published({ q, now }: { q?: string; now: Date }, page: PageRequest): Promise<Page<Post>> {
      if (q === undefined || q.trim() === "") return postsIn(undefined, now, page);
      for (const match of [matchOf(q), looseMatchOf(q)]) {
        const found = match === undefined ? undefined : await postsIn(match, now, page);
        if (found && found.total > 0) return found;
      }
      return { items: [], total: 0 };
    },
    async findPublished(slug: string, now: Date): Promise<Post | undefined> {
      const rows = await db
        .select()
        .from(posts)
        .where(and(eq(posts.slug, slug), sql`${posts.publishedAt} <= ${now.getTime()}`));
      return rows.flatMap(asPublished)[0];
    },
  };
};

export const postWrites = (db: Db) => ({
  ...postReads(db),
  async save(row: typeof posts.$inferInsert): Promise<void> {
    const { slug: _, ...words } = row;
    await db.insert(posts).values(row).onConflictDoUpdate({ target: posts.slug, set: words });
  },
});
