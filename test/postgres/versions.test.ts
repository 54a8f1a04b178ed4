import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../../core/settings/config.ts";
import { openStore } from "../../server/open-store.ts";
import { migrate, readMigrations } from "../../store/postgres/migrate.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { cloneDatabase } from "../helpers/postgres/engine.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld, type World } from "../helpers/world.ts";

/** As the next release may come: every table gets a column, and there is a table more. */
const LATER = {
  version: 9000,
  name: "9000_later.sql",
  needsStop: false,
  sql: `do $$ declare one record; begin
      for one in select tablename from pg_tables where schemaname = current_schema() loop
        execute format('alter table %I add column later_note text not null default %L', one.tablename, 'new');
      end loop;
    end $$;
    create table later_things (id bigint primary key, listing_id bigint not null references listings(id))`,
};

describe.runIf(isPostgres())("a node of an older version beside a newer schema", () => {
  let world: World;
  let pool: pg.Pool;
  beforeAll(async () => {
    world = await createWorld();
    pool = new pg.Pool({ connectionString: world.deps.settings.DATABASE_URL, max: 2 });
    await world.listing("Before It", { category: "crm" });
  });
  afterAll(async () => {
    await pool.end();
    await world.close();
  });

  /** Each twice, so that statements are kept under a name. */
  async function everything(round: string): Promise<void> {
    for (const time of ["first", "second"]) {
      const listing = await world.listing(`Named ${round} ${time}`, { category: "crm", ownerId: await idOf("ann") });
      const ann = world.as("ann");
      const path = `/listings/${listing.slug}`;
      await castVote(world.deps, await idOf("bob"), listing.id);
      const edited = await ann.patch(`/me/listings/${listing.id}`, { body: { fields: { tagline: `Edited ${time}` } } });
      expect(edited.status).toBe(200);
      const update = { title: "News", body: "Something." };
      expect((await ann.post(`/me/listings/${listing.id}/updates`, { body: update })).status).toBe(201);
      expect((await ann.get(path)).body).toMatchObject({ tagline: `Edited ${time}`, votes: 1 });
      const { body } = await ann.get(`/listings?q=${encodeURIComponent(listing.name)}`);
      expect(body.items.map(({ slug }: { slug: string }) => slug)).toContain(listing.slug);
      for (const page of ["/", path, "/categories/crm", "/trending", "/founders", "/sign-in", "/sitemap.xml"])
        expect([page, (await fetch(world.baseUrl + page)).status < 500]).toEqual([page, true]);
      await world.drain();
    }
  }
  const idOf = async (name: string) => (await world.account(name)).id;

  it("reads, writes, searches and does its jobs as before", async () => {
    await everything("before");
    const [{ from }, older] = [await migrate(pool, [LATER]), world];
    expect(from).toBeLessThan(LATER.version);
    await everything("after");
    const failed = await pool.query("select kind, last_error from jobs where state = 'failed'");
    expect(failed.rows).toEqual([]);
    expect(older.logs.filter((line) => line.includes("cached plan must not change"))).toEqual([]);
  });

  it("shows what the newer one writes", async () => {
    const listing = await world.listing("Of Both", { category: "crm" });
    await pool.query("update listings set tagline = 'By the newer', later_note = 'x' where id = $1", [listing.id]);
    await pool.query("notify debut");
    await expect
      .poll(async () => (await world.as("ann").get(`/listings/${listing.slug}`)).body.tagline)
      .toBe("By the newer");
  });

  it("does not start anew, and says which version does", async () => {
    await pool.query("update secrets set value = '7.8.9' where name = 'program-version'");
    const env = { DATABASE_URL: world.deps.settings.DATABASE_URL!, DATA_DIR: join(world.folder, "again") };
    const { code, stderr } = await runHere(["migrate"], env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/at version 9000, .* Start Debut 7\.8\.9 or newer, or restore/),
    ]);
    const { stdout } = await runHere(["doctor", "--json", "--skip", "dns,https out"], env);
    const found = JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === "database");
    expect(found).toMatchObject({ ok: false, cure: expect.stringContaining("Start Debut 7.8.9 or newer") });
  });

  it("is upgraded with a copy beside it, or says that there is none", async () => {
    const { url, drop } = await cloneDatabase("migrated");
    const older = new pg.Pool({ connectionString: url, max: 1 });
    await older.query("drop schema public cascade; create schema public");
    const { to: version } = await migrate(older, readMigrations().slice(0, -1));
    await older.end();
    const logs: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void logs.push(line) });
    const folder = join(world.folder, "upgraded");
    const store = await openStore(readSettings({ DATABASE_URL: url, DATA_DIR: folder, SECRETS_KEY: TEST_KEY }), log);
    await store.close();
    const copy = join(folder, "backups", `before-v${version}-upgrade.dump`);
    const said = existsSync(copy) ? copy : "upgrading without a copy of the database";
    expect(logs.filter((line) => line.includes(said))).toHaveLength(1);
    await drop();
  });
});
