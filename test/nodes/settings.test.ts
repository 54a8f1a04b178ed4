import { hash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import type { Store } from "../../store/store.ts";
import { createFolder } from "../helpers/folder.ts";
import { createTestVault } from "../helpers/key.ts";
import { createMailServer } from "../helpers/mail-server.ts";
import { addPerson, type Credentials } from "../helpers/people.ts";
import { end, type Served, serveFromSource } from "../helpers/process.ts";
import { type Databases, startDatabases } from "./databases.ts";

const NODES = [0, 1, 2];
const SECRET = "Plain-secret-of-an-admin";

let folder: string;
let server: Databases;
let db: Awaited<ReturnType<Databases["create"]>>;
let mails: Awaited<ReturnType<typeof createMailServer>>;
let nodes: Served[];
let own: Store;
let admin: Credentials;

beforeAll(async () => {
  folder = createFolder();
  server = await startDatabases();
  db = await server.create();
  mails = await createMailServer();
  own = await openPostgresStore(db.url, join(folder, "own"), "own", { vault: createTestVault() });
  admin = await addPerson(own, { email: "root@people.example", name: "Root", isAdmin: true }, new Date());
  const env = { DATABASE_URL: db.url, LIMIT_READ_ANONYMOUS: "100000" };
  nodes = await Promise.all(
    // The last one has its time zone from the environment.
    NODES.map((node) =>
      serveFromSource({
        ...{ ...env, DATA_DIR: join(folder, `node-${node}`) },
        ...(node === 2 && { SITE_TIMEZONE: "Asia/Tokyo" }),
      }),
    ),
  );
});
afterAll(async () => {
  for (const { child } of nodes) await end(child, "SIGKILL");
  await own.close();
  await mails.close();
  await db.drop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** As the form of the dashboard sends it, to one node. */
async function post(node: number, path: string, form: Record<string, string>): Promise<Response> {
  const origin = nodes[node]!.site;
  return fetch(`${origin}/admin/settings/${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `sid=${admin.cookie}`, origin, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ csrf: hash("sha256", `csrf ${admin.cookie}`, "base64url"), ...form }),
  });
}
const zones = () =>
  Promise.all(
    nodes.map(
      async ({ site }) => ((await (await fetch(`${site}/api/v1/site`)).json()) as { timezone: string }).timezone,
    ),
  );
/** A node asks every second for what it was not told. */
const until = <T>(found: () => Promise<T>, wanted: T) =>
  expect.poll(found, { interval: 20, timeout: 60_000 }).toEqual(wanted);

it("what one of three nodes sets holds on all, except where the environment of a node wins", async () => {
  expect(await zones()).toEqual(["UTC", "UTC", "Asia/Tokyo"]);
  const now = new Date();
  // On a Sunday evening or a Monday morning, the zones may be in different weeks.
  const zone = now.getUTCDay() < 2 ? "Europe/London" : "Europe/Berlin";
  expect((await post(0, "launches", { SITE_TIMEZONE: zone })).status).toBe(303);
  await until(zones, [zone, zone, "Asia/Tokyo"]);
  expect((await post(1, "launches", {})).status).toBe(303);
  await until(zones, ["UTC", "UTC", "Asia/Tokyo"]);
});

it("a mail server that one node learns is used by another, and its password is sealed in PostgreSQL", async () => {
  const SMTP_URL = mails.url.replace("smtp://", `smtp://ann:${SECRET}@`);
  expect((await post(0, "mail", { MAIL_FROM: "Harbour <hello@harbour.example>" })).status).toBe(303);
  expect((await post(1, "mail", { SMTP_URL: mails.url, MAIL_FROM: "Harbour <hello@harbour.example>" })).status).toBe(
    303,
  );
  await until(async () => {
    await (await post(2, "mail/test", {})).text();
    return mails.delivered.at(-1)?.headers.get("from");
  }, "Harbour <hello@harbour.example>");
  expect((await post(2, "mail", { SMTP_URL })).status).toBe(303);
  const { rows } = await db.pool.query(
    "select * from site_settings union all select 'audit', after_json from audit_entries",
  );
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  expect(own.typedSettings().get("SMTP_URL") ?? "").toBeTypeOf("string");
  await until(async () => own.typedSettings().get("SMTP_URL"), SMTP_URL);
});
