import pg from "pg";
import { withoutPasswords } from "#core/settings/shown-settings.ts";
import { messageOf } from "#domain/text/failure.ts";
import { given } from "#domain/text/given.ts";
import { bringDump, dumpedVersion, isDump } from "#store/backups/dump.ts";
import { OF_NODES } from "#store/postgres/connection.ts";
import { asPostgresFault } from "#store/postgres/failures.ts";
import { newestVersion } from "#store/postgres/migrate.ts";
import { CommandError } from "../command.ts";

type Restored = { database: string; old: string | null };

export async function restoreDump(
  source: string,
  url: string,
  { isForced, at }: { isForced: boolean; at: Date },
): Promise<Restored> {
  const database = withoutPasswords(url);
  if (!isDump(source))
    throw new CommandError(
      `${source} is not a PostgreSQL dump. Restore a copy of a SQLite file without DATABASE_URL, then run debut move --to.`,
    );
  const version = await dumpedVersion(source);
  if (version === 0) throw new CommandError(`${source} cannot be restored: it is not a Debut database.`);
  if (version > newestVersion())
    throw new CommandError(
      `${source} is of version ${version}, this program knows ${newestVersion()}. Restore it with the ` +
        `newer program, or take an older backup.`,
    );
  const client = new pg.Client({ connectionString: url, application_name: "debut restore" });
  await client.connect().catch((error: unknown) => {
    throw asPostgresFault(error);
  });
  try {
    const { rows } = await client.query<{ tables: string; processes: string }>(
      `select (select count(*) from pg_tables where schemaname = 'public') as tables,
        (select count(*) from pg_stat_activity where datname = current_database() and ${OF_NODES}) as processes`,
    );
    const { tables, processes } = given(rows[0]);
    if (tables !== "0" && !isForced)
      throw new CommandError(`${database} has tables. Use --force to replace them; the old ones are kept.`);
    if (processes !== "0")
      throw new CommandError("The site is running on this database. Stop all its processes first.");
    const old = tables === "0" ? null : `before_restore_${at.toISOString().replace(/\D/g, "").slice(0, 17)}`;
    if (old) await client.query(`begin; alter schema public rename to ${old}; create schema public; commit`);
    try {
      await bringDump(url, source);
    } catch (error) {
      if (old) await client.query(`begin; drop schema public cascade; alter schema ${old} rename to public; commit`);
      throw new CommandError(`Nothing was restored. ${messageOf(error)}`);
    }
    await client.query("analyze");
    return { database, old };
  } finally {
    await client.end();
  }
}
