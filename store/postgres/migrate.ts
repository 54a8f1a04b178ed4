import type pg from "pg";
import { VERSION } from "#core/runtime/version.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { DatabaseFault } from "../database-fault.ts";
import { type Migration, MigrationFailed, migrationsOf, NewerDatabase, PROGRAM } from "../migrations.ts";
import { OF_NODES } from "./connection.ts";
import { forPostgres } from "./schema.ts";

const OTHERS = `select 1 from pg_stat_activity where ${OF_NODES} and datname = current_database() and pid <> pg_backend_pid()`;

/** A migration removes what older nodes still use. */
class NodesServe extends DatabaseFault {
  constructor(migration: string) {
    super(
      `This version changes tables that nodes of an older one still use (${migration}).`,
      "Stop all nodes first, then start this one.",
    );
  }
}

export const readMigrations = once(() => migrationsOf("postgres", forPostgres));

export const newestVersion = (): number => given(readMigrations().at(-1)).version;

/** Migrates the database. One of several starting nodes does it; the others wait. */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[] = readMigrations(),
  backup: (from: number) => Promise<void> = async () => undefined,
): Promise<{ from: number; to: number }> {
  const newest = given(migrations.at(-1)).version;
  const client = await pool.connect();
  try {
    await client.query(`begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      select pg_advisory_xact_lock(hashtext('debut migrations'))`);
    await client.query("create table if not exists schema_version (version bigint not null)");
    const { rows } = await client.query<{ version: string | null }>(
      "select max(version) as version from schema_version",
    );
    const from = Number(rows[0]?.version ?? 0);
    if (from > newest) {
      const known = await client.query<{ value: string }>("select value from secrets where name = $1", [PROGRAM]);
      throw new NewerDatabase(from, newest, known.rows[0]?.value);
    }
    const blocking = migrations.find(({ version, needsStop }) => version > from && needsStop);
    if (blocking && from > 0 && (await client.query(OTHERS)).rows.length > 0) throw new NodesServe(blocking.name);
    if (from > 0 && from < newest) await backup(from);
    for (const { name, version, sql } of migrations)
      if (version > from)
        try {
          await client.query(sql);
          await client.query("insert into schema_version values ($1)", [version]);
        } catch (error) {
          throw new MigrationFailed(name, from, error);
        }
    if (from < newest)
      await client.query(
        "insert into secrets(name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
        [PROGRAM, VERSION],
      );
    await client.query("commit");
    return { from, to: newest };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
