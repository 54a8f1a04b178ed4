import { randomBytes } from "node:crypto";
import { readSecretKeys } from "#core/credentials/secret-keys.ts";
import { createVault } from "#core/credentials/vault.ts";
import type { Settings } from "#core/settings/config.ts";
import { effectiveSettings, type TypedSettings } from "#core/settings/live-settings.ts";
import { openQuestions } from "#store/questions.ts";
import { openSetting } from "#store/sqlite/setting-place.ts";

/** What admins set, read beside the running site. Nothing without a database, or with an older one. */
export async function typedNow(settings: Settings): Promise<TypedSettings> {
  const db = await openQuestions(settings).catch(() => undefined);
  if (!db) return new Map();
  try {
    const vault = createVault(readSecretKeys(settings), randomBytes);
    const rows = await db.all<{ name: string; value: string }>("select name, value from site_settings order by name");
    return new Map(rows.map(({ name, value }) => [name, openSetting(vault, name, value)]));
  } catch {
    return new Map();
  } finally {
    await db.close();
  }
}

export const effectiveNow = async (settings: Settings): Promise<Settings> =>
  effectiveSettings(settings, await typedNow(settings)).settings;
