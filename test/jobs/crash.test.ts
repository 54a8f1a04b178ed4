import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFolder } from "../helpers/folder.ts";
import { end, runHere, runReleased, type Served, serve } from "../helpers/process.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { executable } from "../release/built.ts";

let folder: string;
let site: Awaited<ReturnType<typeof createWebsite>>;
let release: () => void;
let key: string;
let env: Record<string, string>;
let arrived: Promise<void>;

// Before the time of a test or a start runs.
beforeAll(executable);
beforeAll(async () => {
  folder = createFolder();
  let arrive: () => void = () => undefined;
  arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  const held: (() => void)[] = [];
  let isHeld = true;
  release = () => {
    isHeld = false;
    for (const answer of held) answer();
  };
  site = await createWebsite({
    ...ACME,
    // The home page answers; the next one hangs, so that the process is killed in the middle of a crawl.
    "/pricing": (_req, res) => {
      const answer = () => void res.writeHead(200, { "content-type": "text/html" }).end(ACME["/pricing"]);
      if (!isHeld) return answer();
      held.push(answer);
      arrive();
    },
  });
  env = { DATA_DIR: folder, OUTBOUND_RESOLVE: site.resolve("acme.test"), CRAWL_GAP_MS: "0" };
  // A process of its own, so that the files are made as its users get them.
  await runReleased(["user", "create", "--email", "ann@people.example", "--password", "correct horse battery"], env);
  key = (
    await runHere(
      ["api-key", "create", "--email", "ann@people.example", "--scopes", "listings:write,account:read"],
      env,
    )
  ).stdout.trim();
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (served: Served, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${served.site}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": "one" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as { id: string; status: string } };
};

it("a draft becomes ready although the process was killed during its crawl", async () => {
  const first = await serve(env);
  const submitted = await call(first, "POST", "/drafts", { url: "https://acme.test/" });
  expect(submitted.status).toBe(201);
  await arrived;
  expect(await end(first.child, "SIGKILL")).toBeNull();
  release();

  const second = await serve(env);
  // The same key after the crash: the first answer again, no second draft.
  expect(await call(second, "POST", "/drafts", { url: "https://acme.test/" })).toMatchObject({
    status: 201,
    body: { id: submitted.body.id },
  });
  await expect
    .poll(async () => (await call(second, "GET", `/drafts/${submitted.body.id}`)).body.status, { interval: 100 })
    .toBe("ready");
  expect(await end(second.child, "SIGTERM")).toBe(0);
});

it("only its owner can read the files that the program writes", async () => {
  const { child } = await serve(env);
  const files = readdirSync(folder).filter((name) => name.startsWith("debut.db"));
  expect(files).toContain("debut.db-wal");
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  await end(child, "SIGTERM");
});

it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "running requests finish before %s stops the process",
  async (signal) => {
    const served = await serve(env);
    const answers = Promise.all(Array.from({ length: 20 }, () => call(served, "GET", "/me")));
    await call(served, "GET", "/me");
    const ended = end(served.child, signal);
    expect((await answers).every(({ status }) => status === 200)).toBe(true);
    expect(await ended).toBe(0);
  },
);
