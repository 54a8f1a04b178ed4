import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { migrate as migratePostgres, readMigrations as readPostgres } from "../../store/postgres/migrate.ts";
import { migrate, readMigrations } from "../../store/sqlite/migrate.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import { temporaryFolder } from "../helpers/folder.ts";
import { cloneDatabase } from "../helpers/postgres/engine.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

const BEFORE = 4;

/** Listings of an older version, each with the only thing that proves it. */
const OLDER = `
insert into accounts(id, email, email_folded, created_at) values ('ann', 'a@p.example', 'a@p.example', 1);
insert into listings(id, slug, url, domain, site_key, status, name, profile_json, launched_at, claimed_method,
  created_at, updated_at) values
  (1, 'saved', 'https://a.example/', 'a.example', 'a.example', 'draft', 'A', '{}', null, null, 10, 20),
  (2, 'waiting', 'https://b.example/', 'b.example', 'b.example', 'awaiting_badge', 'B', '{}', null, null, 10, 20),
  (3, 'live', 'https://c.example/', 'c.example', 'c.example', 'live', 'C', '{}', 15, null, 10, 20),
  (4, 'was-live', 'https://d.example/', 'd.example', 'd.example', 'draft', 'D', '{}', 15, null, 10, 20),
  (5, 'claimed', 'https://e.example/', 'e.example', 'e.example', 'awaiting_badge', 'E', '{}', null, 'dns', 10, 20),
  (6, 'had-badge', 'https://f.example/', 'f.example', 'f.example', 'draft', 'F', '{}', null, null, 10, 20),
  (7, 'had-claim', 'https://g.example/', 'g.example', 'g.example', 'draft', 'G', '{}', null, null, 10, 20),
  (8, 'reviewed', 'https://h.example/', 'h.example', 'h.example', 'pending_review', 'H', '{}', null, null, 10, 20);
insert into badge_watches(listing_id, awaited_since, found_at, misses, reminders, next_check_at) values
  (2, 1, null, 0, 0, 1), (6, 1, 5, 0, 0, 1);
insert into claims(id, listing_id, account_id, method, status, token, created_at, expires_at, verified_at) values
  (1, 7, 'ann', 'dns', 'superseded', 't', 1, 9, 5)`;

async function onSqlite(): Promise<unknown[]> {
  const writer = openWriter(join(temporaryFolder(), "debut.db"));
  const all = readMigrations();
  migrate(
    writer,
    all.filter(({ version }) => version <= BEFORE),
    () => undefined,
  );
  writer.exec(OLDER);
  migrate(writer, all, () => undefined);
  const rows = writer.prepare("select id from listings where site_held_at is not null order by id").pluck().all();
  writer.close();
  return rows;
}

async function onPostgres(): Promise<unknown[]> {
  const { url, drop } = await cloneDatabase("migrated");
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // Its connection ends with the database.
  pool.on("error", () => undefined);
  await pool.query("drop schema public cascade; create schema public");
  await migratePostgres(
    pool,
    readPostgres().filter(({ version }) => version <= BEFORE),
  );
  await pool.query(OLDER);
  await migratePostgres(pool);
  const { rows } = await pool.query("select id from listings where site_held_at is not null order by id");
  await pool.end();
  await drop();
  return rows.map(({ id }) => Number(id));
}

it("the upgrade leaves websites to all listings that were published or proven, and frees those of saved ones", async () => {
  expect(await (isPostgres() ? onPostgres() : onSqlite())).toEqual([3, 4, 5, 6, 7, 8]);
});
