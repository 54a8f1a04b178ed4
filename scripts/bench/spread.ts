import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { readSettings } from "../../core/settings/config.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";
import { addListing, addPerson, type Credentials } from "../../test/helpers/people.ts";
import { startPostgres } from "../../test/helpers/postgres/server.ts";
import { end } from "../../test/helpers/process.ts";
import { DATABASE_SETTINGS, startNode, UNLIMITED } from "./nodes.ts";
import { quantile } from "./quantile.ts";

const OPTIONS = {
  writes: { type: "string", default: "500" },
  writers: { type: "string", default: "2" },
  nodes: { type: "string", default: "3" },
  listings: { type: "string", default: "200" },
} as const;
const POLL_MS = 5;
const GIVE_UP_MS = 10_000;

type Owned = { id: number; slug: string; owner: Credentials };
/** What is read of a listing, or of a list of them. */
type Answer = { tagline?: string; items?: { slug: string }[] };
type Times = { seen: number[]; found: number[] };

/**
 * How soon a change of a listing on one node is in the answers of the others, by REST and in their search. `--writes`,
 * `--writers`, `--nodes`, `--listings`
 */
export async function benchSpread(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: OPTIONS });
  const server = await startPostgres(folder, DATABASE_SETTINGS);
  const children: ChildProcess[] = [];
  try {
    const client = new pg.Client(server.url("postgres"));
    await client.connect();
    await client.query("create database debut");
    await client.end();
    const url = server.url("debut");
    const owned = await settle(folder, url, Number(values.listings));
    const urls = await Promise.all(
      Array.from({ length: Number(values.nodes) }, (_, at) =>
        startNode(children, {
          ...LIMITS,
          DATA_DIR: join(folder, `node-${at}`),
          DATABASE_URL: url,
          SECRETS_KEY: "00".repeat(32),
        }),
      ),
    );
    const times: Times = { seen: [], found: [] };
    let left = Number(values.writes);
    const writer = async (first: number) => {
      for (let at = first; left-- > 0; at += Number(values.writers))
        await follow(urls, owned[at % owned.length]!, `Wording${at}x${first}`, at % urls.length, times);
    };
    const begun = performance.now();
    await Promise.all(Array.from({ length: Number(values.writers) }, (_, at) => writer(at)));
    const seconds = (performance.now() - begun) / 1000;
    console.log(`  ${values.writes} writes on ${urls.length} nodes, ${(Number(values.writes) / seconds).toFixed(0)}/s`);
    print("in the answers of the others", times.seen);
    print("in the search of the others", times.found);
  } finally {
    for (const child of children) await end(child, "SIGKILL");
    await server.stop();
  }
}

const LIMITS = {
  LOG_LEVEL: "error",
  ...Object.fromEntries(
    ["READ", "READ_ANONYMOUS", "SEARCH_ANONYMOUS", "WRITE"].map((of) => [`LIMIT_${of}`, UNLIMITED]),
  ),
};

/** Live listings, each with an owner. */
async function settle(folder: string, url: string, count: number): Promise<Owned[]> {
  const settings = readSettings({
    ...LIMITS,
    DATA_DIR: join(folder, "settling"),
    DATABASE_URL: url,
    SECRETS_KEY: "00".repeat(32),
  });
  const store = await openStore(settings, createLog(settings));
  const owned: Owned[] = [];
  for (let at = 0; at < count; at++) {
    const owner = await addPerson(store, { email: `p${at}@people.test`, name: `Person ${at}` }, new Date());
    const given = { name: `Listing ${at}`, site: `l${at}.test`, ownerId: owner.id };
    owned.push({ ...(await addListing(store, given, new Date())), owner });
  }
  await store.close();
  return owned;
}

/** Changes a listing on one node, and notes when each of the others has it. */
async function follow(urls: string[], { id, slug, owner }: Owned, tagline: string, at: number, times: Times) {
  const headers = { authorization: `Bearer ${owner.key}`, "content-type": "application/json" };
  const body = JSON.stringify({ fields: { tagline } });
  const answer = await fetch(`${urls[at]}/api/v1/me/listings/${id}`, { method: "PATCH", headers, body });
  if (answer.status !== 200) throw new Error(`A change was answered with ${answer.status}: ${await answer.text()}`);
  const begun = performance.now();
  const read = async (address: string): Promise<Answer> => (await (await fetch(address)).json()) as Answer;
  const watches = urls
    .filter((_, node) => node !== at)
    .flatMap((node) => [
      until(begun, times.seen, async () => (await read(`${node}/api/v1/listings/${slug}`)).tagline === tagline),
      until(
        begun,
        times.found,
        async () =>
          (await read(`${node}/api/v1/listings?q=${tagline}`)).items?.some((item) => item.slug === slug) ?? false,
      ),
    ]);
  await Promise.all(watches);
}

async function until(begun: number, times: number[], isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    if (performance.now() - begun > GIVE_UP_MS) throw new Error(`It took more than ${GIVE_UP_MS / 1000} s.`);
    await delay(POLL_MS);
  }
  times.push(performance.now() - begun);
}

function print(what: string, times: number[]): void {
  const [median, late, last] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(0));
  console.log(`  ${what}: p50 ${median} ms, p99 ${late} ms, longest ${last} ms`);
}
