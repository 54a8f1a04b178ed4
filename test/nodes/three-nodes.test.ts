import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSettings } from "../../core/settings/config.ts";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import type { Store } from "../../store/store.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { createFolder } from "../helpers/folder.ts";
import { freePort } from "../helpers/free-port.ts";
import { createTestVault } from "../helpers/key.ts";
import { addListing, COMPLETE } from "../helpers/listing.ts";
import { followLive } from "../helpers/live.ts";
import { addPerson } from "../helpers/people.ts";
import { end, type Served, serveFromSource } from "../helpers/process.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { type Databases, startDatabases } from "./databases.ts";

const NODES = 3;
const SUBMITS = 5;
/** All three may count at once before two of them give it back. */
const ROUNDS = 3;

let folder: string;
let server: Databases;
let db: Awaited<ReturnType<Databases["create"]>>;
let website: Awaited<ReturnType<typeof createWebsite>>;
let env: Record<string, string>;
let nodes: Served[];
let key: string;
let bobsKey: string;
let own: Store;
let owned: { id: number; slug: string };

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
  own = await openPostgresStore(db.url, join(folder, "own"), "own", { vault: createTestVault() });
  const [ann, bob] = [await person("Ann"), await person("Bob")];
  [key, bobsKey] = [ann.key, bob.key];
  owned = await liveListing("Owned By Ann", ann.id);
});
afterAll(async () => {
  for (const { child } of nodes) await end(child, "SIGKILL");
  await own.close();
  await website.close();
  await db.drop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

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
  for (let round = 0; round < ROUNDS; round++) {
    const sent = nodes.map((_, node) => submit(node, `s${round}.test`, `once ${round}`));
    const answers = await Promise.all(sent);
    // Whoever asks while it runs may be told to ask again.
    const settled = await Promise.all(
      answers.map(async (answer, node) => {
        while (answer.status === 409) answer = await submit(node, `s${round}.test`, `once ${round}`);
        return answer;
      }),
    );
    expect(settled.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(settled.map(({ body }) => body.id)).size).toBe(1);
  }
  const { rows } = await db.pool.query("select count(*) as count from drafts");
  expect(rows).toEqual([{ count: ROUNDS }]);
});

it("a quota is one for all nodes", async () => {
  const sent = Array.from({ length: 12 }, (_, index) =>
    submit(index % NODES, `s${10 + index}.test`, `q ${index}`, bobsKey),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(SUBMITS);
  expect(statuses.filter((status) => status === 429)).toHaveLength(12 - SUBMITS);
});

const person = (name: string) => addPerson(own, { email: `${name}@people.example`, name }, new Date());
const liveListing = async (name: string, ownerId: string | null = null): Promise<{ id: number; slug: string }> =>
  addListing(
    own,
    { ...COMPLETE, name, site: `${name.toLowerCase().replaceAll(" ", "-")}.example`, ownerId },
    new Date(),
  );
const show = async (node: number, slug: string) =>
  (await call(node, "GET", `/listings/${slug}`, undefined, {}, "")).body;
const search = async (node: number, q: string): Promise<string[]> =>
  (await call(node, "GET", `/listings?q=${q}`, undefined, {}, "")).body.items?.map(
    ({ slug }: { slug: string }) => slug,
  ) ?? [];

/** A node asks for what it was not told every two seconds, or so: a minute is room for the busiest machine. */
const until = (isSo: () => Promise<boolean>) => expect.poll(isSo, { interval: 3, timeout: 60_000 }).toBe(true);
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

it("a write past all nodes, told by nobody, is soon on all of them", async () => {
  const { id, slug } = await liveListing("Quietly Added");
  await until(async () => (await show(2, slug)).name === "Quietly Added");
  await db.pool.query("update listings set tagline = 'Second' where id = $1", [id]);
  for (const node of [0, 1, 2]) await until(async () => (await show(node, slug)).tagline === "Second");
});

it("open pages of all nodes follow a vote that another process counts", async () => {
  const { id, slug } = await liveListing("Followed Live");
  const topic = `listing/${slug}`;
  const streams = await Promise.all(nodes.map(({ site }) => followLive(site, [topic])));
  try {
    for (const stream of streams) await expect.poll(() => stream.state(topic)).toMatchObject({ votes: 0 });
    const voters = await Promise.all(["Vera", "Viktor"].map(person));
    const deps = { store: own, settings: readSettings({ VOTE_BURST_NEW_ACCOUNTS: "100" }), now: () => new Date() };
    for (const [index, voter] of voters.entries()) {
      await castVote(deps, voter.id, id);
      for (const stream of streams) await expect.poll(() => stream.state(topic)).toMatchObject({ votes: index + 1 });
    }
  } finally {
    for (const stream of streams) stream.leave();
  }
});

it("a write on one node is on the others at once, in their kept answers and in their search", async () => {
  await until(async () => (await show(1, owned.slug)).name === "Owned By Ann");
  const [reads, seen, found]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < 25; round++) {
    const tagline = `Wording${round}x`;
    const { status, body } = await call(round % NODES, "PATCH", `/me/listings/${owned.id}`, { fields: { tagline } });
    expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
    const others = [(round + 1) % NODES, (round + 2) % NODES];
    // Whoever wrote sees it at once.
    const isShown = async (node: number) => (await show(node, owned.slug)).tagline === tagline;
    const isFound = async (node: number) => (await search(node, tagline)).includes(owned.slug);
    reads.push(await timeOf(async () => expect(await isShown(round % NODES)).toBe(true)));
    const timesOf = (isSo: (node: number) => Promise<boolean>) =>
      Promise.all(others.map((node) => timeOf(() => until(() => isSo(node)))));
    seen.push(...(await timesOf(isShown)));
    found.push(...(await timesOf(isFound)));
  }
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!;
  // Beside what one read takes on this machine. A node that was not told would ask after a second or two.
  expect(middle(seen)).toBeLessThan(250 + 5 * middle(reads));
  expect(middle(found)).toBeLessThan(1000 + 5 * middle(reads));
});

it("a node whose ear is cut goes on by asking, and hears again", async () => {
  const cut = () =>
    db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'debut listening' and datname = current_database()",
    );
  for (let round = 0; round < 3; round++) {
    expect((await cut()).rowCount).toBe(NODES + 1);
    const tagline = `Cut${round}`;
    expect((await call(0, "PATCH", `/me/listings/${owned.id}`, { fields: { tagline } })).status).toBe(200);
    for (const node of [0, 1, 2]) await until(async () => (await show(node, owned.slug)).tagline === tagline);
    await until(async () => {
      const { rows } = await db.pool.query(
        "select count(*) as count from pg_stat_activity where application_name = 'debut listening' and datname = current_database()",
      );
      return rows[0].count === NODES + 1;
    });
  }
});

it("a node that is killed while it has its turn delays the others, and none is refused", async () => {
  const hung = await db.pool.connect();
  hung.on("error", () => undefined);
  await hung.query("begin; set local idle_in_transaction_session_timeout = 4000; select pg_advisory_xact_lock(734001)");
  // A turn that does not come within 8 seconds is refused.
  expect((await call(1, "PATCH", `/me/listings/${owned.id}`, { fields: { tagline: "After the hang" } })).status).toBe(
    200,
  );
  hung.release(true);
});
