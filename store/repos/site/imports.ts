import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { pageOf } from "../../sql/page-of.ts";
import { and, asc, desc, eq, inArray, lt, sql } from "../../sqlite/drizzle.ts";
import { insertInto } from "../../sqlite/insert.ts";
import type { Db } from "../../sqlite/open.ts";
import { importRows, imports, listings } from "../../sqlite/tables.ts";

export type ImportRow = typeof imports.$inferSelect;
export type ImportLine = Omit<typeof importRows.$inferSelect, "importId">;
export type ListedLine = Omit<ImportLine, "version"> & { slug: string | null };

export const importReads = (db: Db) => ({
  async find(id: string): Promise<ImportRow | undefined> {
    return db.select().from(imports).where(eq(imports.id, id)).get();
  },
  async list(page: PageRequest): Promise<Page<ImportRow>> {
    const newest = db.select().from(imports).orderBy(desc(imports.at), asc(imports.id));
    return pageOf(db.$count(imports), page, newest);
  },
  /** Rows by line; problems are those that have a reason, or of which something was left out. */
  async lines(
    id: string,
    { isProblem = false }: { isProblem?: boolean },
    page: PageRequest,
  ): Promise<Page<ListedLine>> {
    const where = and(
      eq(importRows.importId, id),
      isProblem ? sql`(${importRows.reason} is not null or ${importRows.notes} <> '[]')` : undefined,
    );
    const listed = db
      .select({ ...pick(importRows, "line", "result", "name", "listingId", "reason", "notes"), slug: listings.slug })
      .from(importRows)
      .leftJoin(listings, eq(listings.id, importRows.listingId))
      .where(where)
      .orderBy(asc(importRows.line));
    return pageOf(db.$count(importRows, where), page, listed);
  },
  /** Rows that changed something, the last first. */
  async changedBefore(id: string, line: number, limit: number): Promise<ImportLine[]> {
    return db
      .select()
      .from(importRows)
      .where(
        and(eq(importRows.importId, id), inArray(importRows.result, ["added", "updated"]), lt(importRows.line, line)),
      )
      .orderBy(desc(importRows.line))
      .limit(limit);
  },
  async withFileBefore(at: Date): Promise<string[]> {
    const rows = await db
      .select({ id: imports.id })
      .from(imports)
      .where(and(eq(imports.hasFile, true), lt(imports.at, at)));
    return rows.map(({ id }) => id);
  },
  /** Those that ended earlier and have rows. The last two of a source tell what is no longer in it. */
  async withRowsBefore(at: Date): Promise<string[]> {
    const later = sql`(select count(*) from imports later
      where later.source_id = ${imports.sourceId} and later.state = 'done' and later.at > ${imports.at})`;
    const rows = await db
      .select({ id: imports.id })
      .from(imports)
      .where(
        and(
          lt(imports.finishedAt, at),
          sql`(${imports.sourceId} is null or ${later} > 1)`,
          sql`exists (select 1 from import_rows where import_rows.import_id = ${imports.id})`,
        ),
      );
    return rows.map(({ id }) => id);
  },
});

export const importWrites = (db: Db, insertRows = insertInto(db, importRows)) => ({
  ...importReads(db),
  async add(row: ImportRow): Promise<void> {
    await db.insert(imports).values(row);
  },
  async change(id: string, changes: Partial<Omit<ImportRow, "id">>): Promise<void> {
    await db.update(imports).set(changes).where(eq(imports.id, id));
  },
  async saveLines(importId: string, lines: ImportLine[]): Promise<void> {
    const those = lines.map(({ line }) => line);
    await db.delete(importRows).where(and(eq(importRows.importId, importId), inArray(importRows.line, those)));
    await insertRows(lines.map((line) => ({ importId, ...line })));
  },
  async usesField(key: string): Promise<boolean> {
    const path = `$.attributes.${key}`;
    const found = await db.get<{ id: number }>(
      sql`select id from listings where json_extract(profile_json, ${path}) is not null limit 1`,
    );
    return found !== undefined;
  },
  async forgetLines(importId: string): Promise<void> {
    await db.delete(importRows).where(eq(importRows.importId, importId));
  },
});
