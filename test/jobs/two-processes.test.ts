import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFolder } from "../helpers/folder.ts";
import { freePort } from "../helpers/free-port.ts";
import { createMailServer } from "../helpers/mail-server.ts";
import { end, runHere, type Served, serve } from "../helpers/process.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { executable } from "../release/built.ts";

/** As many as one account may have read at once: more would wait for their turn. */
const SITES = 6;

let folder: string;
let site: Awaited<ReturnType<typeof createWebsite>>;
let mails: Awaited<ReturnType<typeof createMailServer>>;
let key: string;
let one: Served;
let two: Served;
let env: Record<string, string>;
/** How often the home page of each host was read. */
const homepages = new Map<string, number>();

// Before the time of a test or a start runs.
beforeAll(executable);
beforeAll(async () => {
  folder = createFolder();
  mails = await createMailServer();
  site = await createWebsite({
    ...ACME,
    "/": (req, res) => {
      const host = String(req.headers.host).replace(/:.*/, "");
      homepages.set(host, (homepages.get(host) ?? 0) + 1);
      res.writeHead(200, { "content-type": "text/html" }).end(ACME["/"]);
    },
  });
  const hosts = Array.from({ length: SITES }, (_, index) => `s${index}.test`);
  env = {
    DATA_DIR: folder,
    BASE_URL: "http://debut.test",
    OUTBOUND_RESOLVE: site.resolve(...hosts),
    CRAWL_GAP_MS: "0",
    SMTP_URL: mails.url,
    ...Object.fromEntries(
      ["SUBMIT_HOUR", "SUBMIT_DAY", "INVITE", "READ", "WRITE"].map((name) => [`LIMIT_${name}`, "10000"]),
    ),
  };
  // On an empty folder, so that both want to make the database.
  const start = async (): Promise<Served> => {
    const port = await freePort();
    return { ...(await serve({ ...env, PORT: String(port) })), site: `http://127.0.0.1:${port}` };
  };
  [one, two] = await Promise.all([start(), start()]);
  await runHere(["user", "create", "--email", "ann@people.example", "--password", "correct horse battery"], env);
  const made = await runHere(
    ["api-key", "create", "--email", "ann@people.example", "--scopes", "listings:write,account:read"],
    env,
  );
  key = made.stdout.trim();
});
afterAll(async () => {
  for (const { child } of [one, two]) await end(child, "SIGTERM");
  await Promise.all([site.close(), mails.close()]);
  rmSync(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of several operations.
type Reply = { status: number; replayed: boolean; body: any };
async function call(to: Served, method: string, path: string, body?: unknown, idempotencyKey = ""): Promise<Reply> {
  const response = await fetch(`${to.site}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const replayed = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, replayed, body: await response.json() };
}

it("two processes that get one request at the same time run it once and return one response", async () => {
  const drafts = await Promise.all(
    Array.from({ length: SITES }, async (_, index) => {
      const send = (to: Served) => call(to, "POST", "/drafts", { url: `https://s${index}.test/` }, `draft ${index}`);
      const answers = await Promise.all([send(one), send(two)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[0].body.id).toBe(answers[1].body.id);
      expect(answers.filter(({ replayed }) => replayed)).toHaveLength(1);
      return answers[0].body.id as string;
    }),
  );
  expect(new Set(drafts).size).toBe(SITES);

  const invited = await Promise.all(
    drafts.map(async (id, index) => {
      const email = `bo${index}@people.example`;
      const send = (to: Served) => call(to, "POST", `/drafts/${id}/invites`, { email }, `invite ${index}`);
      const answers = await Promise.all([send(one), send(two)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      return email;
    }),
  );

  // Both look for work all the while, and either does it: every website is read once, every mail sent once.
  const isReady = async (id: string) => (await call(two, "GET", `/drafts/${id}`)).body.status === "ready";
  await expect.poll(async () => (await Promise.all(drafts.map(isReady))).every(Boolean), { interval: 200 }).toBe(true);
  // The owner of the key was told of it.
  const expected = [...invited, "ann@people.example"];
  await expect.poll(() => mails.delivered.length).toBeGreaterThanOrEqual(expected.length);
  expect([...homepages.values()]).toEqual(Array(SITES).fill(1));
  expect(mails.delivered.flatMap(({ to }) => to).toSorted()).toEqual(expected.toSorted());
});
