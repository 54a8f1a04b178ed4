import type { Page, PageRequest } from "../../domain/listing.ts";
import { desc, eq, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { posts, siteLook, uploads } from "../sqlite/tables.ts";

export type UploadRow = typeof uploads.$inferSelect;

/** Uploaded pictures. Their files are in DATA_DIR/uploads, named by the id. */
export const uploadReads = (db: Db) => ({
  async find(id: string): Promise<UploadRow | undefined> {
    return db.select().from(uploads).where(eq(uploads.id, id)).get();
  },
  /** Newest first. */
  async list({ page, perPage }: PageRequest): Promise<Page<UploadRow>> {
    const total = (await db.select({ count: sql<number>`count(*)` }).from(uploads).get())?.count ?? 0;
    const items = await db
      .select()
      .from(uploads)
      .orderBy(desc(uploads.at), uploads.id)
      .limit(perPage)
      .offset((page - 1) * perPage)
      .all();
    return { items, total };
  },
  /** Where the site shows a picture: titles of posts, and "the logo". */
  async usesOf(id: string): Promise<string[]> {
    // Few posts, and only admins ask.
    const written = await db
      .select({ title: posts.title })
      .from(posts)
      .where(sql`instr(${posts.bodyMarkdown} || ' ' || coalesce(${posts.coverUrl}, ''), ${`/uploads/${id}/`}) > 0`)
      .all();
    const logo = await db.select({ id: siteLook.id }).from(siteLook).where(eq(siteLook.logo, id)).get();
    return [...(logo ? ["the logo"] : []), ...written.map(({ title }) => title)];
  },
});

export const uploadWrites = (db: Db) => ({
  ...uploadReads(db),
  /** The same picture again is the one that is there. */
  async add(row: UploadRow): Promise<void> {
    await db.insert(uploads).values(row).onConflictDoNothing().run();
  },
  async remove(id: string): Promise<void> {
    await db.delete(uploads).where(eq(uploads.id, id)).run();
  },
});
