import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { databaseFile, type Settings } from "../../config.ts";
import { type Finding, Ill, look } from "../../health/finding.ts";
import { examineRows } from "../../health/rows.ts";
import { checkSearchIndex } from "../../store/search/check-index.ts";
import { checkDatabase, versionOf } from "../../store/sqlite/check.ts";
import { newestVersion } from "../../store/sqlite/migrate.ts";

const RESTORE = "Stop the site and restore the newest good backup: debut restore FILE --force";

/** Looks into the database without changing anything, also while the site runs. */
export async function examineDatabase(settings: Settings, now: Date): Promise<Finding[]> {
  const file = databaseFile(settings);
  if (!existsSync(file))
    return [await look("database", () => `there is none in ${settings.DATA_DIR} yet; the first start makes it`)];
  const database = await look("database", () => {
    const faults = checkDatabase(file);
    if (faults.length) throw new Ill(faults.join("; "), RESTORE);
    const [version, newest] = [versionOf(file), newestVersion()];
    if (version > newest)
      throw new Ill(
        `is at version ${version}, this program knows ${newest}`,
        "Start the newer program, or restore a backup made before the upgrade.",
      );
    return `${file} is whole, version ${version}${version < newest ? `; the next start brings it to ${newest}` : ""}`;
  });
  if (!database.ok) return [database];
  const db = new Database(file, { readonly: true });
  try {
    const search = look("search", () => {
      const faults = checkSearchIndex(db);
      if (faults.length)
        throw new Ill(faults.slice(0, 3).join("; "), "Make the index anew: stop the site, then debut migrate --search");
      return `${db.prepare("select count(*) from listing_texts").pluck().get()} listings, indexed as they are`;
    });
    return [database, await search, ...(await examineRows(db, settings, now))];
  } finally {
    db.close();
  }
}
