import { LONG_TEXT } from "#domain/site/translation.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { eq, ne, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { siteLook, translations } from "../../sqlite/tables.ts";

export type TranslationRow = typeof translations.$inferSelect;
export type TranslationSet = Pick<TranslationRow, "kind" | "id" | "language">;

export const translationReads = (db: Db) => ({
  /** The fields of one object in one language. */
  async of(wanted: TranslationSet): Promise<Record<string, string>> {
    const rows = await db.select().from(translations).where(has(translations, wanted));
    return Object.fromEntries(rows.map(({ field, text }) => [field, text]));
  },
  /** What is translated, without the texts. */
  async keys(): Promise<Omit<TranslationRow, "text">[]> {
    return db
      .select(pick(translations, "kind", "id", "field", "language"))
      .from(translations)
      .where(ne(translations.kind, "sentence"));
  },
  /** A text that is not kept in memory. */
  async long(wanted: TranslationSet): Promise<string | undefined> {
    const row = await db
      .select()
      .from(translations)
      .where(has(translations, { ...wanted, field: LONG_TEXT }))
      .get();
    return row?.text;
  },
});

export function translationWrites(db: Db) {
  const revised = () =>
    db
      .update(siteLook)
      .set({ textsRevision: sql`${siteLook.textsRevision} + 1` })
      .where(eq(siteLook.id, 1));
  return {
    ...translationReads(db),
    /** Saves fields of one object; empty ones are removed. */
    async save(to: TranslationSet, fields: Record<string, string>): Promise<void> {
      for (const [field, text] of Object.entries(fields)) {
        await db.delete(translations).where(has(translations, { ...to, field }));
        if (text !== "") await db.insert(translations).values({ ...to, field, text });
      }
      await revised();
    },
    /** What is translated of one object belongs to another id, or to nothing. */
    async move(from: Pick<TranslationRow, "kind" | "id">, to: string | undefined): Promise<void> {
      if (to === undefined) await db.delete(translations).where(has(translations, from));
      else await db.update(translations).set({ id: to }).where(has(translations, from));
      await revised();
    },
  };
}
