import { eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { sitePages } from "../../sqlite/tables.ts";

export type SitePageRow = typeof sitePages.$inferSelect;

export const sitePageReads = (db: Db) => ({
  async find(slug: string): Promise<SitePageRow | undefined> {
    return db
      .select()
      .from(sitePages)
      .where(eq(sitePages.slug, slug as SitePageRow["slug"]))
      .get();
  },
  async list(): Promise<SitePageRow[]> {
    return db.select().from(sitePages);
  },
});

export const sitePageWrites = (db: Db) => ({
  ...sitePageReads(db),
  async save(row: typeof sitePages.$inferInsert): Promise<void> {
    const { slug: _, ...text } = row;
    await db.insert(sitePages).values(row).onConflictDoUpdate({ target: sitePages.slug, set: text });
  },
  async remove(slug: string): Promise<void> {
    await db.delete(sitePages).where(eq(sitePages.slug, slug as SitePageRow["slug"]));
  },
});
