import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { siteFiles } from "../../sqlite/tables.ts";

export type SiteFile = typeof siteFiles.$inferSelect;

export const siteFileReads = (db: Db) => ({
  async find(path: string): Promise<string | undefined> {
    return (await db.select().from(siteFiles).where(eq(siteFiles.path, path)).get())?.body;
  },
  async all(): Promise<SiteFile[]> {
    return db.select().from(siteFiles).orderBy(asc(siteFiles.path));
  },
});

export const siteFileWrites = (db: Db) => ({
  ...siteFileReads(db),
  /** An empty body removes the file. */
  async save({ path, body }: SiteFile): Promise<void> {
    if (body === "") await db.delete(siteFiles).where(eq(siteFiles.path, path));
    else
      await db.insert(siteFiles).values({ path, body }).onConflictDoUpdate({ target: siteFiles.path, set: { body } });
  },
});
