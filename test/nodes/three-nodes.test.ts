import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFolder } from "../helpers/folder.ts";
import { freePort } from "../helpers/free-port.ts";
import { end, runHere, type Served, serveFromSource } from "../helpers/process.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { type Databases, startDatabases } from "./databases.ts";

const NODES = 3;
const SUBMITS = 5;

let folder: string;
let server: Databases;
let db: Awaited<ReturnType<Databases["create"]>>;
let website: Awaited<ReturnType<typeof createWebsite>>;
let env: Record<string, string>;
let nodes: Served[];
let key: string;

beforeAll(async () => {
  folder = createFolder();
  server = await startDatabases();
  db = await server.create();
  website = await createWebsite(ACME);
  const hosts = Array.from({ length: 30 }, (_, index) => `s${index}.test`);
  env = {
    DATABASE_URL: db.url,
    BASE_URL: "http://debut.test",
    OUTBOUND_RESOLVE: website.resolve(...hosts),
    CRAWL_GAP_MS: "0",
    LIMIT_SUBMIT_HOUR: String(SUBMITS),
    LIMIT_SUBMIT_DAY: "1000",
    LIMIT_READ: "100000",
    LIMIT_READ_ANONYMOUS: "100000",
    LIMIT_SEARCH_ANONYMOUS: "100000",
    LIMIT_WRITE: "100000",
    LIMIT_SIGN_IN: "1000",
  };
  nodes = await Promise.all(
    Array.from({ length: NODES }, async (_, index) => {
      const port = String(await freePort());
      const served = await serveFromSource({ ...env, DATA_DIR: join(folder, `node-${index}`), PORT: port });
      return { ...served, site: `http://127.0.0.1:${port}` };
    }),
  );
  const own = { ...env, DATA_DIR: join(folder, "commands") };
  for (const name of ["ann", "bob", "eve"])
    await runHere(["user", "create", "--email", `${name}@people.example`, "--password", "correct horse battery"], own);
  key = await keyOf("ann");
}, 120_000);
afterAll(async () => {
  for (const { child } of nodes) await end(child, "SIGKILL");
  await website.close();
  await db.drop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const keyOf = async (name: string): Promise<string> => {
  const args = ["api-key", "create", "--email", `${name}@people.example`, "--scopes", "listings:write,account:read"];
  const { stdout } = await runHere(args, { ...env, DATA_DIR: join(folder, "commands") });
  return stdout.trim();
};

// biome-ignore lint/suspicious/noExplicitAny: JSON of several operations.
type Reply = { status: number; body: any };
async function call(node: number, method: string, path: string, body?: unknown, more = {}, as = key): Promise<Reply> {
  const response = await fetch(`${nodes[node]!.site}/api/v1${path}`, {
    method,
    headers: { ...(as && { authorization: `Bearer ${as}` }), "content-type": "application/json", ...more },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json() };
}
const submit = (node: number, host: string, idempotencyKey: string, as = key) =>
  call(node, "POST", "/drafts", { url: `https://${host}/` }, { "idempotency-key": idempotencyKey }, as);

it("one Idempotency-Key that three nodes get at once runs once, and all give one answer", async () => {
  for (let round = 0; round < SUBMITS; round++) {
    const sent = nodes.map((_, node) => submit(node, `s${round}.test`, `once ${round}`));
    const answers = await Promise.all(sent);
    // Whoever asks while it runs may be told to ask again.
    const settled = await Promise.all(
      answers.map((answer, node) => (answer.status === 409 ? submit(node, `s${round}.test`, `once ${round}`) : answer)),
    );
    expect(settled.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(settled.map(({ body }) => body.id)).size).toBe(1);
  }
  const { rows } = await db.pool.query("select count(*) as count from drafts");
  expect(rows).toEqual([{ count: SUBMITS }]);
});

it("a quota is one for all nodes", async () => {
  const bobs = await keyOf("bob");
  const sent = Array.from({ length: 12 }, (_, index) => submit(index % NODES, `s${10 + index}.test`, `q ${index}`, bobs));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(SUBMITS);
  expect(statuses.filter((status) => status === 429)).toHaveLength(12 - SUBMITS);
});

/** A listing that is live, and what asks a node for it. */
async function liveListing(id: number, name: string): Promise<void> {
  const profile = { keywords: [], tags: [], categories: [], founders: [], description: "d", shortDescription: "s" };
  await db.pool.query(
    `insert into listings(id, slug, url, domain, site_key, status, name, tagline, profile_json, launched_at, created_at, updated_at)
     values ($1, $2, $3, $2, $2, 'live', $4, 'First', $5, 1, 1, 1)`,
    [id, `slug-${id}`, `https://slug-${id}.example/`, name, JSON.stringify(profile)],
  );
}
const show = async (node: number, id: number) => (await call(node, "GET", `/listings/slug-${id}`, undefined, {}, "")).body;
const search = async (node: number, q: string): Promise<string[]> =>
  (await call(node, "GET", `/listings?q=${q}`, undefined, {}, "")).body.items?.map(({ slug }: { slug: string }) => slug) ?? [];

async function until(isSo: () => Promise<boolean>, within: number): Promise<number> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > within) throw new Error(`It took more than ${within} ms.`);
    await delay(3);
  }
  return performance.now() - begun;
}

it("a write past all nodes, told by nobody, is on all of them within two seconds", async () => {
  await liveListing(9001, "Quietly Added");
  await until(async () => (await show(2, 9001)).name === "Quietly Added", 2500);
  await db.pool.query("update listings set tagline = 'Second' where id = 9001");
  await until(async () => (await show(2, 9001)).tagline === "Second", 2500);
});

it("a write on one node is on the others at once, in their kept answers and in their search", async () => {
  const id = (await submit(0, "s29.test", "the last", await keyOf("eve"))).body.id;
  await until(async () => (await call(0, "GET", `/drafts/${id}`, undefined, {}, await keyOf("eve"))).status === 200, 5000);
  // Votes are a form of the site; an edit by the owner is an operation, so ann gets a listing.
  await liveListing(9002, "Owned By Ann");
  await db.pool.query(
    "insert into listing_members(account_id, listing_id, role, created_at) select id, 9002, 'owner', 1 from accounts where email = 'ann@people.example'",
  );
  await until(async () => (await show(1, 9002)).name === "Owned By Ann", 2500);
  const seen: number[] = [];
  const found: number[] = [];
  for (let round = 0; round < 25; round++) {
    const tagline = `Wording${round}x`;
    const { status, body } = await call(round % NODES, "PATCH", "/me/listings/9002", { tagline });
    expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
    const others = [(round + 1) % NODES, (round + 2) % NODES];
    // Whoever wrote sees it at once.
    expect((await show(round % NODES, 9002)).tagline).toBe(tagline);
    seen.push(...(await Promise.all(others.map((node) => until(async () => (await show(node, 9002)).tagline === tagline, 2000)))));
    found.push(...(await Promise.all(others.map((node) => until(async () => (await search(node, tagline)).includes("slug-9002"), 2000)))));
  }
  const p = (list: number[], share: number) => list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)]!;
  console.log(`seen p50 ${p(seen, 0.5).toFixed(0)} p99 ${p(seen, 0.99).toFixed(0)} ms, found ${p(found, 0.5).toFixed(0)} and ${p(found, 0.99).toFixed(0)} ms`);
  expect(p(seen, 0.5)).toBeLessThan(250);
});

it("a node whose ear is cut goes on by asking, and hears again", async () => {
  const cut = () =>
    db.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and datname = current_database()");
  for (let round = 0; round < 3; round++) {
    expect((await cut()).rowCount).toBe(NODES);
    const tagline = `Cut${round}`;
    expect((await call(0, "PATCH", "/me/listings/9002", { tagline })).status).toBe(200);
    for (const node of [0, 1, 2]) await until(async () => (await show(node, 9002)).tagline === tagline, 1500);
    await until(async () => {
      const { rows } = await db.pool.query(
        "select count(*) as count from pg_stat_activity where query ilike 'listen %' and datname = current_database()",
      );
      return rows[0].count === NODES;
    }, 6000);
  }
});

it("a node that is killed while it has its turn delays the others for some seconds at most", async () => {
  const hung = await db.pool.connect();
  await hung.query("begin; set local idle_in_transaction_session_timeout = 4000; select pg_advisory_xact_lock(734001)");
  const begun = performance.now();
  expect((await call(1, "PATCH", "/me/listings/9002", { tagline: "After the hang" })).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(5000);
  hung.release(true);
});
