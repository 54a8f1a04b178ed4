import { rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import { createFolder } from "../helpers/folder.ts";
import { freePort } from "../helpers/free-port.ts";
import { createTestVault } from "../helpers/key.ts";
import { addPerson } from "../helpers/people.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { end, type Served, serveFromSource } from "../helpers/process.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { type Databases, startDatabases } from "../nodes/databases.ts";

let folder: string;
let server: Databases;
let db: Awaited<ReturnType<Databases["create"]>>;
let website: Awaited<ReturnType<typeof createWebsite>>;
let env: Record<string, string>;
let key: string;
const nodes: Served[] = [];
/** The home page answers; all others hang, so that the node is killed in the middle of its job, however long that takes. */
let isHeld = true;
const held: (() => void)[] = [];
const arrived = Promise.withResolvers<void>();

const hanging =
  (page: string): RequestListener =>
  (_req, res) => {
    const answer = () => void res.writeHead(200, { "content-type": "text/html" }).end(page);
    if (!isHeld) return answer();
    held.push(answer);
    arrived.resolve();
  };

async function startNode(name: string): Promise<Served> {
  const port = String(await freePort());
  const served = await serveFromSource({ ...env, DATA_DIR: join(folder, name), PORT: port });
  const node = { ...served, site: `http://127.0.0.1:${port}` };
  nodes.push(node);
  return node;
}

beforeAll(async () => {
  folder = createFolder();
  server = await startDatabases();
  db = await server.create();
  website = await createWebsite({
    ...ACME,
    ...Object.fromEntries(
      Object.entries(ACME)
        .filter(([path]) => path !== "/" && !/[.](txt|xml)$/.test(path))
        .map(([path, page]) => [path, hanging(page)]),
    ),
  });
  env = {
    DATABASE_URL: db.url,
    BASE_URL: "http://debut.test",
    OUTBOUND_RESOLVE: website.resolve("acme.test"),
    CRAWL_GAP_MS: "0",
  };
  const store = await openPostgresStore(db.url, join(folder, "own"), "own", { vault: createTestVault() });
  ({ key } = await addPerson(store, { email: "ann@people.example", name: "Ann" }, new Date()));
  await store.close();
});
afterAll(async () => {
  for (const { child } of nodes) await end(child, "SIGKILL");
  await website.close();
  await db.drop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = async ({ site }: Served, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${site}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": "one" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as { id: string; status: string } };
};

it.runIf(isPostgres())(
  "a job of a node that is killed is done by another one, once, and its requests have one answer there",
  async () => {
    const first = await startNode("first");
    const submitted = await call(first, "POST", "/drafts", { url: "https://acme.test/" });
    expect(submitted.status).toBe(201);
    await arrived.promise;
    // It lives beside the first all the while, on what would be another machine.
    const second = await startNode("second");
    expect((await call(second, "GET", `/drafts/${submitted.body.id}`)).body.status).not.toBe("ready");
    expect(await end(first.child, "SIGKILL")).toBeNull();
    isHeld = false;
    for (const answer of held) answer();

    expect(await call(second, "POST", "/drafts", { url: "https://acme.test/" })).toMatchObject({
      status: 201,
      body: { id: submitted.body.id },
    });
    await expect
      .poll(async () => (await call(second, "GET", `/drafts/${submitted.body.id}`)).body.status, { interval: 500 })
      .toBe("ready");
    const { rows } = await db.pool.query("select state, attempts, interruptions from jobs where kind = 'crawl-site'");
    expect(rows).toEqual([{ state: "done", attempts: 1, interruptions: 0 }]);
  },
);
