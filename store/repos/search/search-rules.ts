import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { searchRules } from "../../sqlite/tables.ts";

/** Searches use the copy that `listings` keeps in memory. */
export const searchRuleReads = (db: Db) => ({
  list: () => db.select().from(searchRules).orderBy(asc(searchRules.phrase)),
  find: async (phrase: string) => db.select().from(searchRules).where(eq(searchRules.phrase, phrase)).get(),
});

export const searchRuleWrites = (db: Db) => ({
  ...searchRuleReads(db),
  async save(row: typeof searchRules.$inferInsert): Promise<void> {
    await db.insert(searchRules).values(row).onConflictDoUpdate({ target: searchRules.phrase, set: row });
  },
  async remove(phrase: string): Promise<void> {
    await db.delete(searchRules).where(eq(searchRules.phrase, phrase));
  },
});
