import { type ChildProcess, spawn } from "node:child_process";
import { hash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import pg from "pg";
import { readSettings } from "../../core/settings/config.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";
import type { Store } from "../../store/store.ts";
import { castVote } from "../../test/helpers/cast-vote.ts";
import { addListing } from "../../test/helpers/people.ts";
import { startPostgres } from "../../test/helpers/postgres/server.ts";
import { end } from "../../test/helpers/process.ts";
import { DATABASE_SETTINGS, startNode, UNLIMITED } from "./nodes.ts";
import { connectionsOf, cpuOf, usedMs } from "./processes.ts";
import { quantile } from "./quantile.ts";

const PROXY = join(import.meta.dirname, "delaying-proxy.ts");
const SESSION_MS = 86_400_000;
const WARM_UP = 0.2;

const OPTIONS = {
  votes: { type: "string", default: "5000" },
  listings: { type: "string", default: "1000" },
  nodes: { type: "string", default: "2" },
  delay: { type: "string", default: "1" },
  clients: { type: "string", default: "64" },
  engine: { type: "string", default: "postgres" },
} as const;

/** Votes by forms of the site on two nodes, with the database a millisecond away. `--votes`, `--listings`, `--nodes`, `--delay`, `--clients`, `--engine sqlite` */
export async function benchVotes(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: OPTIONS });
  const [votes, listings, count, delayMs, clients] = [
    ...[values.votes, values.listings, values.nodes, values.delay, values.clients].map(Number),
  ] as [number, number, number, number, number];
  const server = values.engine === "sqlite" ? undefined : await startPostgres(folder, DATABASE_SETTINGS);
  const children: ChildProcess[] = [];
  try {
    if (server) await ask(server.url("postgres"), "create database debut");
    const direct = server?.url("debut");
    const ground = await settle(folder, direct, { listings, people: Math.ceil(votes / listings) * 2 });
    const proxy = direct && delayMs ? await startProxy(children, new URL(direct).port, delayMs) : undefined;
    const url = direct && proxy ? direct.replace(`:${new URL(direct).port}`, `:${proxy.port}`) : direct;
    if (url) console.log(`  one question and its answer: ${(await roundTrip(url)).toFixed(2)} ms`);
    const urls = await Promise.all(
      Array.from({ length: count }, (_, at) => startNode(children, envOf(folder, url, `node-${at}`))),
    );
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    const pairs = ground.cookies.flatMap((cookie) => ground.slugs.map((slug) => ({ cookie, slug })));
    const picked = pairs.sort(() => Math.random() - 0.5).slice(0, votes);
    const times: number[] = [];
    let refused = 0;
    let at = 0;
    const worker = async (until: number) => {
      while (at < until) {
        const pair = picked[at++]!;
        const begun = performance.now();
        const url = urls[at % urls.length]!;
        while (!(await vote(agent, url, pair))) refused++;
        times.push(performance.now() - begun);
      }
    };
    const crowd = (until: number) => Promise.all(Array.from({ length: clients }, () => worker(until)));
    await crowd(Math.floor(votes * WARM_UP));
    const measured = votes - at;
    times.length = 0;
    const pids = children.map(({ pid }) => [pid!]);
    const databasePids = server ? connectionsOf(folder) : [];
    const before = [...pids, databasePids].map(cpuOf);
    const own = process.cpuUsage();
    const begun = performance.now();
    await crowd(votes);
    const tookMs = performance.now() - begun;
    const used = before.map((of) => usedMs(of) / measured);
    const { user, system } = process.cpuUsage(own);
    const names = [...(proxy ? ["proxy"] : []), ...urls.map((_, index) => `node ${index + 1}`), "database"];
    console.log(
      `  ${measured} votes on ${listings} listings by ${clients} clients: ${((measured / tookMs) * 1000).toFixed(0)}/s; p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms; refused and sent again ${refused}`,
    );
    const nodesMs = used.slice(proxy ? 1 : 0, -1).reduce((sum, ms) => sum + ms, 0);
    console.log(
      `  CPU of a vote: nodes ${nodesMs.toFixed(2)} ms, database ${used.at(-1)!.toFixed(2)} ms, clients ${((user + system) / 1000 / measured).toFixed(2)} ms (${names.map((name, index) => `${name} ${used[index]!.toFixed(2)}`).join(", ")})`,
    );
    if (direct) {
      const [row] = await ask(
        direct,
        "select (select count(*) from votes) as given, (select sum(votes) from listings) as counted",
      );
      const wanted = votes + listings;
      console.log(`  given ${wanted}, rows ${row!.given}, counted ${row!.counted}`);
      if (Number(row!.given) !== wanted || Number(row!.counted) !== wanted) process.exitCode = 1;
    }
  } finally {
    for (const child of children.toReversed()) await end(child, "SIGKILL");
    await server?.stop();
  }
}

async function ask(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function roundTrip(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const times = [];
  for (let asked = 0; asked < 100; asked++) {
    const begun = performance.now();
    await client.query("select 1");
    times.push(performance.now() - begun);
  }
  await client.end();
  return quantile(times, 0.5);
}

const envOf = (folder: string, url: string | undefined, name: string) => ({
  DATA_DIR: join(folder, url ? name : "data"),
  LOG_LEVEL: "error",
  VOTE_BURST_NETWORK: UNLIMITED,
  VOTE_BURST_NEW_ACCOUNTS: UNLIMITED,
  LIMIT_VOTE: UNLIMITED,
  LIMIT_PAGE: UNLIMITED,
  LIMIT_WRITE: UNLIMITED,
  ...(url && { DATABASE_URL: url, SECRETS_KEY: "00".repeat(32) }),
});

/** People who are signed in, and live listings with one vote each: the first one of a listing is counted for the whole site. */
async function settle(
  folder: string,
  url: string | undefined,
  { listings, people }: Record<"listings" | "people", number>,
) {
  const settings = readSettings(envOf(folder, url, "settling"));
  const store: Store = await openStore(settings, createLog(settings));
  const at = new Date(Date.now() - 30 * SESSION_MS);
  const slugs: string[] = [];
  for (let index = 0; index < listings; index++) {
    const given = { name: `Listing ${index}`, site: `l${index}.test`, ownerId: null };
    slugs.push((await addListing(store, given, at)).slug);
  }
  const cookies = Array.from({ length: people }, () => hash("sha256", randomUUID(), "base64url"));
  const first = randomUUID();
  await store.change(async (tx) => {
    await tx.accounts.add({ id: first, email: "first@people.test", name: "F", createdAt: at, emailVerifiedAt: at });
    for (const [index, cookie] of cookies.entries()) {
      const id = randomUUID();
      await tx.accounts.add({ id, email: `p${index}@people.test`, name: "P", createdAt: at, emailVerifiedAt: at });
      const now = new Date();
      await tx.accounts.addSession({
        ...{ idHash: hash("sha256", cookie, "base64url"), accountId: id, userAgent: "bench" },
        ...{ signedInAt: now, createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + SESSION_MS) },
      });
    }
  });
  for (const slug of slugs) {
    const listing = await store.listings.findLive(slug);
    await castVote({ store, settings, now: () => at }, first, listing!.id);
  }
  await store.close();
  return { slugs, cookies };
}

async function startProxy(children: ChildProcess[], port: string, delayMs: number) {
  const child = spawn(process.execPath, [PROXY, port, String(delayMs)], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const [line] = await once(createInterface(child.stdout), "line");
  return { port: Number(line) };
}

/** Whether it was taken; else the database could not be used. */
const vote = (agent: Agent, base: string, { cookie, slug }: { cookie: string; slug: string }): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const body = new URLSearchParams({ csrf: hash("sha256", `csrf ${cookie}`, "base64url"), vote: "on" }).toString();
    const headers = {
      ...{ cookie: `sid=${cookie}`, origin: base, "sec-fetch-site": "same-origin", accept: "application/json" },
      ...{ "content-type": "application/x-www-form-urlencoded", "content-length": body.length },
    };
    request(`${base}/listings/${slug}/vote`, { method: "POST", agent, headers }, (response) => {
      const { statusCode } = response;
      response.resume().once("end", () => {
        if (statusCode === 200 || statusCode === 503) resolve(statusCode === 200);
        else reject(new Error(`A vote was answered with ${statusCode}.`));
      });
    })
      .once("error", reject)
      .end(body);
  });
