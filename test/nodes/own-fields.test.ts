import { hash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import type { Store } from "../../store/store.ts";
import { createFolder } from "../helpers/folder.ts";
import { createTestVault } from "../helpers/key.ts";
import { addListing, COMPLETE } from "../helpers/listing.ts";
import { addPerson, type Credentials } from "../helpers/people.ts";
import { end, type Served, serveFromSource } from "../helpers/process.ts";
import { type Databases, startDatabases } from "./databases.ts";

const NODES = [0, 1, 2];
const OWN_OPERATIONS = ["filter_listings", "set_attributes", "set_draft_attributes"];

let folder: string;
let server: Databases;
let db: Awaited<ReturnType<Databases["create"]>>;
let nodes: Served[];
let own: Store;
let admin: Credentials;
let owner: Credentials;
let listings: { id: number; slug: string }[];

beforeAll(async () => {
  folder = createFolder();
  server = await startDatabases();
  db = await server.create();
  own = await openPostgresStore(db.url, join(folder, "own"), "own", { vault: createTestVault() });
  const at = new Date();
  admin = await addPerson(own, { email: "root@people.example", name: "Root", isAdmin: true }, at);
  owner = await addPerson(own, { email: "ann@people.example", name: "Ann" }, at);
  listings = [];
  for (const name of ["Kayak", "Canoe", "Raft"]) {
    // So many that each node indexes a new filter in slices.
    if (name === "Raft") await db.pool.query("select setval('listings_id_seq', 100000)");
    listings.push(await addListing(own, { ...COMPLETE, name, ownerId: owner.id }, at));
  }
  const env = { DATABASE_URL: db.url, LIMIT_READ_ANONYMOUS: "100000", LIMIT_SEARCH_ANONYMOUS: "100000" };
  nodes = await Promise.all(NODES.map((node) => serveFromSource({ ...env, DATA_DIR: join(folder, `node-${node}`) })));
});
afterAll(async () => {
  for (const { child } of nodes) await end(child, "SIGKILL");
  await own.close();
  await db.drop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of several operations.
type Json = any;
async function ask(node: number, path: string, body?: unknown): Promise<Json> {
  const response = await fetch(`${nodes[node]!.site}/api/v1${path}`, {
    ...(body !== undefined && { method: "PATCH", body: JSON.stringify(body) }),
    headers: {
      "content-type": "application/json",
      ...(body !== undefined && { authorization: `Bearer ${owner.key}` }),
    },
  });
  return response.json();
}
const page = async (node: number, path: string) => (await fetch(nodes[node]!.site + path)).text();
async function tools(node: number): Promise<string[]> {
  const response = await fetch(`${nodes[node]!.site}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const text = await response.text();
  const { result } = JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text);
  return result.tools.map(({ name }: { name: string }) => name).filter((name: string) => OWN_OPERATIONS.includes(name));
}
/** As the form of the dashboard sends it, to one node. */
async function save(node: number, path: string, form: Record<string, string>): Promise<void> {
  const { cookie } = admin;
  const csrf = hash("sha256", `csrf ${cookie}`, "base64url");
  const origin = nodes[node]!.site;
  const { status } = await fetch(`${origin}/admin/fields/${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `sid=${cookie}`, origin, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ csrf, shown: "facts", filter: "yes", ...form }),
  });
  expect(status).toBe(303);
}
const countsOf = async (node: number, key: string) => (await ask(node, "/filter")).counts?.[key] ?? {};
/** Each node asks every second for what it was not told. */
const until = <T>(found: (node: number) => Promise<T>, wanted: T) =>
  Promise.all(NODES.map((node) => expect.poll(() => found(node), { interval: 20, timeout: 60_000 }).toEqual(wanted)));

it("a field that is defined on one of three nodes is on all: tools, filters, facts and counts", async () => {
  await until(tools, []);
  await save(0, "new", { label: "Hull", kind: "choice", options: "wood\nplastic = Plastic hull" });
  await save(1, "new", { label: "Seats", kind: "number", steps: "2; 3", sort: "yes" });
  await until(tools, OWN_OPERATIONS);
  const keys = async (node: number) => (await ask(node, "/site")).fields.map(({ key }: { key: string }) => key);
  await until(keys, ["hull", "seats"]);

  for (const [node, attributes] of [
    { hull: "wood", seats: 1 },
    { hull: "plastic", seats: 2 },
    { hull: "plastic", seats: 6 },
  ].entries())
    await ask(node, `/me/listings/${listings[node]!.id}/attributes`, { attributes });

  await until((node) => countsOf(node, "hull"), { plastic: 2, wood: 1 });
  await until((node) => countsOf(node, "seats"), { ">=": 3, ">=2": 2, ">=3": 1 });
  const found = async (node: number) =>
    (await ask(node, "/filter?where=hull:plastic%20seats%3E=2&order=-seats")).items.map(
      ({ slug }: { slug: string }) => slug,
    );
  await until(found, ["raft", "canoe"]);
  await until(async (node) => (await page(node, "/search")).includes("Plastic hull"), true);
  await until(async (node) => (await page(node, "/listings/raft")).includes("Plastic hull"), true);
});

it("editing a definition changes facts on all nodes and files no other field again (trap 3)", async () => {
  // A row that no listing has. Filing the field again would remove it.
  const files = NODES.map((node) => new Database(join(folder, `node-${node}`, "search", "replica-1.db")));
  for (const file of files)
    for (const field of ["hull", "seats"])
      file.prepare("insert into listing_values(field, value, listing_id) values (?, 'mark', 15000)").run(field);
  const marked = async (node: number) =>
    files[node]!.prepare("select field from listing_values where value = 'mark' order by field").pluck().all();

  await save(0, "hull", { label: "Hull material", kind: "choice", options: "wood\nplastic = Plastic hull" });
  await until(async (node) => (await page(node, "/listings/raft")).includes("Hull material"), true);
  await until(marked, ["hull", "seats"]);

  // Only this one leaves the index, and comes back with its values.
  await save(1, "seats", { label: "Seats", kind: "number", steps: "2; 3", filter: "" });
  await until(marked, ["hull"]);
  await until((node) => countsOf(node, "seats"), {});
  await save(2, "seats", { label: "Seats", kind: "number", steps: "2; 3" });
  await until((node) => countsOf(node, "seats"), { ">=": 3, ">=2": 2, ">=3": 1 });
  await until(marked, ["hull"]);
  for (const file of files) file.close();
});

it("a field that is deleted on one node is gone from all, and the last takes its operations along", async () => {
  await save(2, "hull/delete", {});
  await until(async (node) => (await page(node, "/listings/raft")).includes("Plastic hull"), false);
  await until(tools, OWN_OPERATIONS);
  await save(0, "seats/delete", {});
  await until(tools, []);
  await until(async (node) => (await ask(node, "/site")).fields, undefined);
});
