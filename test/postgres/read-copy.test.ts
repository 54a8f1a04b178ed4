import { rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asVisitor } from "../../core/runtime/visitors.ts";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import type { Store } from "../../store/store.ts";
import { createFolder } from "../helpers/folder.ts";
import { addListing } from "../helpers/listing.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { startReplica } from "../helpers/postgres/server.ts";
import { type Databases, startDatabases } from "../nodes/databases.ts";

const WRITES = 40;

let folder: string;
let server: Databases;
let copy: Awaited<ReturnType<typeof startReplica>>;
let db: Awaited<ReturnType<Databases["create"]>>;
let store: Store;
let onCopy: pg.Client;
let isGone = false;
beforeAll(async () => {
  folder = createFolder();
  server = await startDatabases();
  db = await server.create();
  copy = await startReplica(folder, server);
  const readUrl = copy.url(new URL(db.url).pathname.slice(1));
  store = await openPostgresStore(db.url, join(folder, "node"), "node", { readUrl });
  onCopy = new pg.Client(readUrl);
  await onCopy.connect();
});
afterAll(async () => {
  await store.close();
  if (!isGone) {
    await onCopy.end();
    await copy.stop();
  }
  await db.drop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const add = (nth: number) =>
  addListing(store, { name: `Read ${nth}`, site: `read-${nth}.test`, ownerId: null }, new Date());
/** As a request without a cookie and without a credential reads. */
const seen = (slug: string) => asVisitor(() => store.listings.findLive(slug));
const pause = (isPaused: boolean) => onCopy.query(`select pg_wal_replay_${isPaused ? "pause" : "resume"}()`);

it.runIf(isPostgres())("a visitor reads from the copy what was written before, each time", async () => {
  const before = (await onCopy.query("select pg_is_in_recovery() as copies")).rows;
  expect(before).toEqual([{ copies: true }]);
  for (let nth = 0; nth < WRITES; nth++) {
    const { slug } = await add(nth);
    expect((await seen(slug))?.slug, `write ${nth}`).toBe(slug);
  }
  // It was asked at all: once it has caught up, by every read.
  const { slug } = await add(WRITES);
  const reads = async () => {
    await seen(slug);
    const { rows } = await onCopy.query<{ count: string }>(
      "select count(*) from pg_stat_activity where datname = current_database() and query ilike '%from \"listings\"%'",
    );
    return Number(rows[0]!.count);
  };
  await expect.poll(reads).toBeGreaterThan(0);
});

it.runIf(isPostgres())("while the copy is behind, a visitor reads from the primary", async () => {
  await pause(true);
  try {
    const { slug } = await add(1000);
    expect((await seen(slug))?.slug).toBe(slug);
    const { rows } = await onCopy.query("select 1 from listings where slug = $1", [slug]);
    expect(rows).toEqual([]);
  } finally {
    await pause(false);
  }
});

it.runIf(isPostgres())("a copy that is gone is not missed", async () => {
  const { slug } = await add(2000);
  await onCopy.end();
  await copy.stop();
  isGone = true;
  expect((await seen(slug))?.slug).toBe(slug);
});
