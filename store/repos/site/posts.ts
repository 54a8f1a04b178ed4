import type { Page, PageRequest } from "../../../domain/listings/listing.ts";
import { desc, eq, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { posts } from "../../sqlite/tables.ts";

/** A post for authors: a draft without a date, scheduled with a future one. */
export type PostRow = typeof posts.$inferSelect;

export const postReads = (db: Db) => ({
  async find(slug: string): Promise<PostRow | undefined> {
    return db.select().from(posts).where(eq(posts.slug, slug)).get();
  },
  /** Drafts first, then the newest. */
  async listAll({ page, perPage }: PageRequest): Promise<Page<PostRow>> {
    const total = (await db.select({ count: sql<number>`count(*)` }).from(posts).get())?.count ?? 0;
    const items = await db
      .select()
      .from(posts)
      .orderBy(sql`${posts.publishedAt} is not null`, desc(posts.publishedAt), desc(posts.updatedAt), posts.slug)
      .limit(perPage)
      .offset((page - 1) * perPage)
      .all();
    return { items, total };
  },
});

export const postWrites = (db: Db) => ({
  ...postReads(db),
  /** Saves a new post, or changes one. The slug stays, and so does what is not given. */
  async save(row: typeof posts.$inferInsert): Promise<void> {
    const { slug: _, ...words } = row;
    await db.insert(posts).values(row).onConflictDoUpdate({ target: posts.slug, set: words }).run();
  },
});
