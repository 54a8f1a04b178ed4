import { and, asc, eq, inArray, isNotNull, lte, ne, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { importRows, importSources, imports, listings } from "../../sqlite/tables.ts";

export type ImportSource = typeof importSources.$inferSelect;

export const importSourceReads = (db: Db) => ({
  async find(id: string): Promise<ImportSource | undefined> {
    return db.select().from(importSources).where(eq(importSources.id, id)).get();
  },
  async list(): Promise<ImportSource[]> {
    return db.select().from(importSources).orderBy(asc(importSources.url), asc(importSources.id));
  },
  async due(at: Date): Promise<ImportSource[]> {
    return db
      .select()
      .from(importSources)
      .where(and(isNotNull(importSources.columns), lte(importSources.nextAt, at)))
      .orderBy(asc(importSources.nextAt), asc(importSources.id));
  },
  /** Listings that earlier imports of a source had and this one has not. */
  async vanished(id: string, importId: string, limit: number): Promise<{ slug: string; name: string }[]> {
    const isThere = sql`exists (select 1 from import_rows now where now.import_id = ${importId} and now.listing_id = ${listings.id})`;
    return db
      .selectDistinct({ slug: listings.slug, name: listings.name })
      .from(imports)
      .innerJoin(importRows, eq(importRows.importId, imports.id))
      .innerJoin(listings, eq(listings.id, importRows.listingId))
      .where(
        and(
          eq(imports.sourceId, id),
          ne(imports.id, importId),
          eq(imports.isDry, false),
          inArray(importRows.result, ["added", "updated", "unchanged"]),
          eq(listings.status, "live"),
          sql`not ${isThere}`,
        ),
      )
      .orderBy(asc(listings.name), asc(listings.slug))
      .limit(limit);
  },
});

export const importSourceWrites = (db: Db) => ({
  ...importSourceReads(db),
  async add(row: ImportSource): Promise<void> {
    await db.insert(importSources).values(row);
  },
  async change(id: string, changes: Partial<Omit<ImportSource, "id">>): Promise<void> {
    await db.update(importSources).set(changes).where(eq(importSources.id, id));
  },
  async remove(id: string): Promise<void> {
    await db.delete(importSources).where(eq(importSources.id, id));
  },
});
