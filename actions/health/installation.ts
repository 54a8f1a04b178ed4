import type { Settings } from "#core/settings/config.ts";
import { joined, type Text, t } from "#languages/words.ts";
import { openQuestions, type Questions } from "#store/questions.ts";
import type { Store } from "#store/store.ts";
import { checkBackups, checkDisk, checkUploads } from "./files.ts";
import { type Finding, Ill, look, masked } from "./finding.ts";
import { checkProxy, type Forwarding } from "./proxy.ts";
import { examineRows } from "./rows.ts";
import { checkSettingSources } from "./settings.ts";

type Now = {
  settings: Settings;
  store: Pick<Store, "trouble" | "waiting" | "typedSettings">;
  now: Date;
  forwarding: Forwarding;
};

/**
 * Checks that are quick enough for a running site. Doctor also verifies the whole database and
 * outbound connections.
 */
export async function examineInstallation({ settings, store, now, forwarding }: Now): Promise<Finding[]> {
  const rows: { db?: Questions } = {};
  const database = await look("database", async () => {
    const trouble = await store.trouble();
    if (!trouble) {
      rows.db = await openQuestions(settings);
      return t`can be read and written; debut doctor checks every page of it`;
    }
    const waiting = store.waiting();
    throw new Ill(
      joined(
        [t`cannot be used: ${trouble.reason}`, waiting > 0 && t`${waiting} results of jobs wait to be saved`],
        "; ",
      ),
      trouble.cure,
    );
  });
  // An admin may bypass the proxy through a tunnel.
  const asked = forwarding === "none" ? undefined : forwarding;
  const around = [
    look("settings", () => checkSettingSources(settings, store.typedSettings())),
    look("proxy", () => checkProxy(settings, asked)),
    look("disk", () => checkDisk(settings)),
    look("backups", () => checkBackups(settings, now)),
    // Listing a bucket is slow; doctor does it.
    ...(settings.STORAGE_URL ? [] : [look("storage", () => checkUploads(settings))]),
  ];
  const { db } = rows;
  if (!db) return masked([database, ...(await Promise.all(around))], settings);
  try {
    const surroundings = await Promise.all([...around, look("search", () => countUnindexed(db, settings))]);
    return masked([database, ...surroundings, ...(await examineRows(db, settings, now))], settings);
  } finally {
    await db.close();
  }
}

async function countUnindexed(db: Questions, { DATABASE_URL }: Settings): Promise<Text> {
  if (DATABASE_URL) return t`each process builds its own at startup and follows all changes`;
  const missing = await db.one<number>(
    "select count(*) from listings where not exists (select 1 from listing_texts where listing_id = listings.id)",
  );
  if (missing)
    throw new Ill(
      t`${missing} listings are not in the index`,
      t`Rebuild the index: stop the site, then run debut migrate --search`,
    );
  return t`every listing is in the index`;
}
