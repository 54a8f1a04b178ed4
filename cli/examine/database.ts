import { accessSync, constants, existsSync } from "node:fs";
import Database from "better-sqlite3";
import { databaseFile, type Settings } from "../../config.ts";
import { damaged, databaseFault, readVersion } from "../../database-fault.ts";
import { checkSearchIndex } from "../../store/search/check-index.ts";
import { checkDatabase } from "../../store/sqlite/check.ts";
import { NewerDatabase, newestVersion } from "../../store/sqlite/migrate.ts";
import { type Finding, Ill, look } from "./finding.ts";

/** A file of which half is missing has thousands. */
const MOST_FAULTS = 3;
const LATE_MS = 15 * 60_000;
const CLOCK_MS = 5 * 60_000;

/** Looks into the database without changing anything, also while the site runs. */
export async function examineDatabase(settings: Settings, now: Date): Promise<Finding[]> {
  const file = databaseFile(settings);
  if (!existsSync(file))
    return [await look("database", () => `there is none in ${settings.DATA_DIR} yet; the first start makes it`)];
  const database = await look("database", () => {
    const [version, newest] = [readVersion(settings), newestVersion()];
    if (version > newest) throw databaseFault(settings, new NewerDatabase(version, newest));
    const faults = checkDatabase(file);
    if (faults.length) throw damaged(settings, faults.slice(0, MOST_FAULTS).join("; "));
    mustBeWritable(settings);
    return `${file} is whole, version ${version}${version < newest ? `; the next start brings it to ${newest}` : ""}`;
  });
  if (!database.ok) return [database];
  const db = new Database(file, { readonly: true });
  try {
    return [database, ...(await examineRows(db, settings, now))];
  } finally {
    db.close();
  }
}

async function examineRows(db: Database.Database, settings: Settings, now: Date): Promise<Finding[]> {
  const one = <T>(sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .pluck()
      .get(...values) as T;
  return Promise.all([
    look("clock", () => {
      const newest = one<number | null>("select max(created_at) from jobs") ?? 0;
      if (newest > now.getTime() + CLOCK_MS)
        throw new Ill(
          `the clock says ${now.toISOString()}, but work was written at ${new Date(newest).toISOString()}`,
          "Set the clock of this machine, and let it follow a time server.",
        );
      return `${now.toISOString()}, not behind what is written`;
    }),
    look("search", () => {
      const faults = checkSearchIndex(db);
      if (faults.length)
        throw new Ill(faults.slice(0, 3).join("; "), "Make the index anew: stop the site, then debut migrate --search");
      return `${one<number>("select count(*) from listing_texts")} listings, indexed as they are`;
    }),
    look("admin", () => {
      if (one("select 1 from accounts where is_admin = 1 and status <> 'deleted'")) return "there is one";
      throw new Ill("there is no admin", "Open the setup link that serve prints, or: debut user create --admin");
    }),
    look("jobs", () => {
      const failed = one<number>("select count(*) from jobs where state = 'failed'");
      if (failed)
        throw new Ill(
          `${failed} ${failed === 1 ? "job has" : "jobs have"} failed for good`,
          "See why with debut jobs list --state failed, cure it, then: debut jobs retry --all",
        );
      const due = now.getTime() - LATE_MS;
      const late = one<number>("select count(*) from jobs where state <> 'done' and run_at < ?", due);
      if (late)
        throw new Ill(
          `${late} have been due for more than 15 minutes`,
          "Is the site running (debut serve)? If it is, start it again: what was interrupted is taken up.",
        );
      return `${one<number>("select count(*) from jobs where state in ('queued', 'running')")} waiting or running, none late`;
    }),
    look("mails", () => {
      const failed = one<number>("select count(*) from mails where state = 'failed'");
      const kept = one<number>("select count(*) from mails where state = 'kept'");
      if (failed) throw new Ill(`${failed} could not be delivered`, "/admin/outbox says why, for each.");
      if (kept && settings.SMTP_URL) return `${kept} from before there was a mail server are in /admin/outbox`;
      return "none is stuck";
    }),
  ]);
}

/** As the user that runs doctor, which should be the one that runs the site. */
function mustBeWritable(settings: Settings): void {
  try {
    accessSync(databaseFile(settings), constants.W_OK);
  } catch (error) {
    throw databaseFault(settings, error) ?? error;
  }
}
