import { type Finding, Ill, look } from "#actions/health/finding.ts";
import { examineRows } from "#actions/health/rows.ts";
import type { Settings } from "#core/settings/config.ts";
import { given } from "#domain/text/given.ts";
import { NewerDatabase, PROGRAM } from "#store/migrations.ts";
import { newestVersion } from "#store/postgres/migrate.ts";
import { openQuestions, type Questions } from "#store/questions.ts";

/** Leave room for starting nodes and for troubleshooting. */
const MOST_SHARE = 0.9;

type Facts = { version: string; used: number; most: number };

export async function examinePostgres(settings: Settings, now: Date): Promise<Finding[]> {
  const db = await openQuestions(settings);
  try {
    const database = await look("database", () => checkServer(db));
    return database.ok ? [database, ...(await examineRows(db, settings, now))] : [database];
  } finally {
    await db.close();
  }
}

async function checkServer(db: Questions): Promise<string> {
  const [facts] = await db
    .all<Facts>(
      `select current_setting('server_version') as version, cast(current_setting('max_connections') as integer) as most,
         (select count(*) from pg_stat_activity where backend_type = 'client backend') as used`,
    )
    .catch((error: Error) => {
      const { message } = error.cause instanceof Error ? error.cause : error;
      throw new Ill(
        `PostgreSQL cannot be queried: ${message}`,
        "Check host, port, user, password and database in DATABASE_URL, and that this machine may connect to it.",
      );
    });
  const version = await db.one<number>("select max(version) from schema_version").catch(() => undefined);
  if (!version)
    throw new Ill("the database of DATABASE_URL has no tables of Debut", "Start the site, or: debut migrate");
  const newest = newestVersion();
  if (version > newest) {
    const program = await db.one<string>("select value from secrets where name = ?", PROGRAM);
    const { message, cure } = new NewerDatabase(version, newest, program);
    throw new Ill(message, `${cure}, or restore a backup from before the upgrade.`);
  }
  const { version: server, used, most } = given(facts);
  if (used > MOST_SHARE * most)
    throw new Ill(
      `${used} of ${most} connections are in use`,
      "Raise max_connections of PostgreSQL, or run fewer nodes: each takes up to 27.",
    );
  return (
    `PostgreSQL ${server}, version ` +
    `${version}${version < newest ? `; the next start upgrades it to ${newest}` : ""}; ${used} of ${most} connections are in use`
  );
}
