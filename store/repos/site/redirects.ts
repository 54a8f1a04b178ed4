import { eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { redirects } from "../../sqlite/tables.ts";

export const redirectReads = (db: Db) => ({
  /** Where the page of a former address is now. */
  async find(fromPath: string): Promise<string | undefined> {
    return (await db.select().from(redirects).where(eq(redirects.fromPath, fromPath)).get())?.toPath;
  },
});

export const redirectWrites = (db: Db) => ({
  ...redirectReads(db),
  async save(row: typeof redirects.$inferInsert): Promise<void> {
    const { fromPath: _, ...rest } = row;
    await db.insert(redirects).values(row).onConflictDoUpdate({ target: redirects.fromPath, set: rest });
  },
  async removeOfImport(importId: string): Promise<void> {
    await db.delete(redirects).where(eq(redirects.importId, importId));
  },
});
