import type { SitePageSlug } from "#domain/site/site-pages.ts";
import { eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { sitePages } from "../../sqlite/tables.ts";

export type SitePageRow = typeof sitePages.$inferSelect;

export const sitePageReads = (db: Db) => ({
  async find(slug: SitePageSlug): Promise<SitePageRow | undefined> {
    return db.select().from(sitePages).where(eq(sitePages.slug, slug)).get();
  },
  async list(): Promise<SitePageRow[]> {
    return db.select().from(sitePages);
  },
});

export const sitePageWrites = (db: Db) => ({
  ...sitePageReads(db),
  async save(row: SitePageRow): Promise<void> {
    const { slug: _, ...text } = row;
    await db.insert(sitePages).values(row).onConflictDoUpdate({ target: sitePages.slug, set: text });
  },
  async remove(slug: SitePageSlug): Promise<void> {
    await db.delete(sitePages).where(eq(sitePages.slug, slug));
  },
});
