import { isIndexed, type OwnField } from "#domain/listings/own-fields.ts";
import { statement } from "../../sql/statement.ts";
import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { ownFields } from "../../sqlite/tables.ts";

export const ownFieldReads = (db: Db) => {
  const inOrder = statement(() =>
    db
      .select({ definition: ownFields.definition })
      .from(ownFields)
      .orderBy(asc(ownFields.position), asc(ownFields.key)),
  );
  return {
    list: async (): Promise<OwnField[]> => (await inOrder.all()).map(({ definition }) => definition),
  };
};

export const ownFieldWrites = (db: Db) => ({
  ...ownFieldReads(db),
  /** Adds or replaces a definition. If filters begin to need it, triggers file the values that exist. */
  async save(definition: OwnField, position: number): Promise<void> {
    const { key, kind } = definition;
    const row = { key, position, kind, isIndexed: isIndexed(definition), definition };
    await db.insert(ownFields).values(row).onConflictDoUpdate({ target: ownFields.key, set: row });
  },
  async remove(key: string): Promise<void> {
    await db.delete(ownFields).where(eq(ownFields.key, key));
  },
});
