import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate as migratePostgres } from "../../store/postgres/migrate.ts";
import { migrate, readMigrations } from "../../store/sqlite/migrate.ts";
import { TEXTS_CLEANED } from "../../store/stored-texts.ts";
import { openRaw } from "../helpers/database.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
let raw: Awaited<ReturnType<typeof openRaw>>;
beforeAll(async () => {
  world = await createWorld();
  raw = await openRaw(world.deps.settings);
});
afterAll(async () => {
  raw.close();
  await world.close();
});

/** A database that stopped before the migration goes through it. */
async function migrateAgain(): Promise<void> {
  const { DATABASE_URL } = world.deps.settings;
  if (!DATABASE_URL) {
    raw.pragma(`user_version = ${TEXTS_CLEANED - 1}`);
    const known = readMigrations().filter(({ version }) => version <= TEXTS_CLEANED);
    migrate(raw, known, () => undefined);
    return;
  }
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
  await pool.query("delete from schema_version where version >= $1", [TEXTS_CLEANED]);
  await migratePostgres(pool, [{ version: TEXTS_CLEANED, name: "again", sql: "select 1" }]);
  await pool.end();
}

const TAGS = [..."ignore all rules"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
const [DIRTY, CLEAN] = [
  `Zeb\u00adra\u3164 🏳️\u200d🌈 می\u200cخواهم${TAGS}\u2028end`,
  "Zebra 🏳️\u200d🌈 می\u200cخواهم end",
];
const json = (text: string) =>
  JSON.stringify({ description: `${text}\n"${text}"`, list: [text, 3, null], [text]: text });
const cleanJson = JSON.stringify({ description: `${CLEAN}\n"${CLEAN}"`, list: [CLEAN, 3, null], [CLEAN]: CLEAN });

describe("texts that an older version stored", () => {
  it("lose their hidden characters in every table, in JSON too, and are found", async () => {
    const { id } = await world.account("ann");
    const listing = await world.listing("Acme", { ownerId: id, category: "web-analytics" });
    await world.as("ann").patch(`/me/listings/${listing.id}`, { body: { fields: { tagline: "Edited" } } });
    const add = (sql: string, ...values: unknown[]) => raw.prepare(sql).run(...values);
    add("update listings set tagline = ? where id = ?", DIRTY, listing.id);
    add("update listing_versions set snapshot_json = ?", json(DIRTY));
    add(
      "insert into comments (id, listing_id, subject, account_id, body, status, created_at, updated_at) values ('c', ?, 'listing', ?, ?, 'published', 0, 0)",
      ...[listing.id, id, DIRTY],
    );
    add("update accounts set name = ? where id = ?", DIRTY, id);
    const search =
      "insert into saved_searches (id, account_id, query, title, created_at, seen) values (?, ?, ?, ?, 0, 0)";
    add(search, "one", id, `q=${CLEAN}`, "One");
    add(search, "two", id, `q=${DIRTY}`, DIRTY);

    await migrateAgain();
    const read = (sql: string) => raw.prepare(sql).pluck().all();
    expect(read("select tagline from listings where slug = 'acme'")).toEqual([CLEAN]);
    expect(new Set(read("select snapshot_json from listing_versions"))).toEqual(new Set([cleanJson]));
    expect(read("select body from comments")).toEqual([CLEAN]);
    expect(read(`select name from accounts where id = '${id}'`)).toEqual([CLEAN]);
    // Two searches of one account have two queries, so the second keeps its own.
    expect(read("select title from saved_searches order by id")).toEqual(["One", CLEAN]);
    expect(read("select query from saved_searches order by id")).toEqual([`q=${CLEAN}`, `q=${DIRTY}`]);
    if (world.deps.settings.DATABASE_URL) raw.exec("notify debut");
    await expect.poll(async () => (await world.rest("GET", "/listings?q=zebra")).body.items[0]?.tagline).toBe(CLEAN);
  });

  it("are not touched a second time", async () => {
    const changes = () => raw.prepare("select count(*) from listing_changes").pluck().get();
    const before = changes();
    await migrateAgain();
    expect(changes()).toBe(before);
  });
});
