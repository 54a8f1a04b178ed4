import { accessSync, constants, existsSync } from "node:fs";
import Database from "better-sqlite3";
import { type Finding, Ill, look } from "#actions/health/finding.ts";
import { examineRows } from "#actions/health/rows.ts";
import { backupFolder, databaseFile, type Settings } from "#core/settings/config.ts";
import { lostDatabase } from "#store/backups/lost-database.ts";
import { damaged, databaseFault, readVersion } from "#store/database-fault.ts";
import { NewerDatabase } from "#store/migrations.ts";
import { questionsOn } from "#store/questions.ts";
import { checkSearchIndex } from "#store/search/check-index.ts";
import { checkDatabase } from "#store/sqlite/check.ts";
import { newestVersion, programOf } from "#store/sqlite/migrate.ts";

const MOST_FAULTS = 3;

/** Read-only, so safe while the site runs. */
export async function examineDatabase(settings: Settings, now: Date): Promise<Finding[]> {
  if (settings.DATABASE_URL) return (await import("./postgres.ts")).examinePostgres(settings, now);
  const file = databaseFile(settings);
  const database = await look("database", () => {
    const lost = lostDatabase(file, backupFolder(settings));
    if (lost) throw new Ill(lost.detail, lost.cure);
    if (!existsSync(file)) return `there is none in ${settings.DATA_DIR} yet; the first start creates it`;
    const [version, newest] = [readVersion(settings), newestVersion()];
    if (version > newest) throw databaseFault(settings, new NewerDatabase(version, newest, programIn(file)));
    const faults = checkDatabase(file);
    if (faults.length) throw damaged(settings, faults.slice(0, MOST_FAULTS).join("; "));
    mustBeWritable(settings);
    return `${file} is intact, version ${version}${version < newest ? `; the next start upgrades it to ${newest}` : ""}`;
  });
  if (!database.ok || !existsSync(file)) return [database];
  const db = new Database(file, { readonly: true });
  try {
    const search = look("search", () => {
      const faults = checkSearchIndex(db);
      if (faults.length)
        throw new Ill(
          faults.slice(0, 3).join("; "),
          "Rebuild the index: stop the site, then run debut migrate --search",
        );
      return `${db.prepare("select count(*) from listing_texts").pluck().get()} listings, indexed as they are`;
    });
    return [database, await search, ...(await examineRows(questionsOn(db), settings, now))];
  } finally {
    db.close();
  }
}

function programIn(file: string): string | undefined {
  const db = new Database(file, { readonly: true });
  try {
    return programOf(db);
  } finally {
    db.close();
  }
}

/** Tests with the current user, who should also run the site. */
function mustBeWritable(settings: Settings): void {
  try {
    accessSync(databaseFile(settings), constants.W_OK);
  } catch (error) {
    throw databaseFault(settings, error) ?? error;
  }
}
