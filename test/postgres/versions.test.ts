import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../store/postgres/migrate.ts";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { createWorld, type World } from "../helpers/world.ts";

/** As the next release may come: every table gets a column, and there is a table more. */
const LATER = {
  version: 9000,
  name: "9000_later.sql",
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

  it("does not start anew, and says that it is the older one", async () => {
    const folder = join(world.folder, "again");
    const starting = openPostgresStore(world.deps.settings.DATABASE_URL!, folder, "again");
    await expect(starting).rejects.toThrow(/newer|9000/);
  });
});
