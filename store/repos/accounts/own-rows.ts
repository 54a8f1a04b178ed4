import type { Column } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/sqlite-core";
import { asc, eq, type SQLiteTable } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { listings } from "../../sqlite/tables.ts";

type Owned = SQLiteTable & { accountId: Column };
type Rows = Promise<Record<string, unknown>[]>;

/** Rows of an account, for export. `about` adds the name of their listing. */
export const ownRows = (db: Db, accountId: string) => ({
  of: async (table: Owned, fields: SelectedFields, ...order: Column[]): Rows =>
    db
      .select(fields)
      .from(table)
      .where(eq(table.accountId, accountId))
      .orderBy(...order.map((column) => asc(column))),
  about: async (table: Owned & { listingId: Column }, fields: SelectedFields, order: Column): Rows =>
    db
      .select({ slug: listings.slug, name: listings.name, ...fields })
      .from(table)
      .innerJoin(listings, eq(listings.id, table.listingId))
      .where(eq(table.accountId, accountId))
      .orderBy(asc(order)),
});

export async function eraseRows(db: Db, accountId: string, tables: readonly Owned[]): Promise<void> {
  for (const table of tables) await db.delete(table).where(eq(table.accountId, accountId));
}
