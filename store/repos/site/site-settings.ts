import { eq, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { openSetting, settingPlace } from "../../sqlite/setting-place.ts";
import { siteLook, siteSettings } from "../../sqlite/tables.ts";

/** Settings of admins. Outside of changes, use the store's cached `typedSettings`. */
export const siteSettingReads = (db: Db) => ({
  async typed(): Promise<Map<string, string>> {
    const rows = await db.select().from(siteSettings).orderBy(siteSettings.name);
    return new Map(rows.map(({ name, value }) => [name, openSetting(db.$vault, name, value)]));
  },
  /** As they are kept: another text after each change, which tells nothing about the value. */
  async sealed(): Promise<Map<string, string>> {
    const rows = await db.select().from(siteSettings);
    return new Map(rows.map(({ name, value }) => [name, value]));
  },
});

export const siteSettingWrites = (db: Db) => ({
  ...siteSettingReads(db),
  /** Saves what is given as typed; null removes. Kept pages are written anew. */
  async save(typed: Readonly<Record<string, string | null>>): Promise<void> {
    for (const [name, text] of Object.entries(typed)) {
      await db.delete(siteSettings).where(eq(siteSettings.name, name));
      if (text !== null)
        await db.insert(siteSettings).values({ name, value: db.$vault.seal(settingPlace(name), text) });
    }
    await db
      .update(siteLook)
      .set({ textsRevision: sql`${siteLook.textsRevision} + 1` })
      .where(eq(siteLook.id, 1));
  },
});
