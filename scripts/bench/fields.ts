import { globSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { databaseFile, readSettings } from "../../core/settings/config.ts";
import { seededRandom } from "../../data/demo/random.ts";
import { defineFields, ownField } from "../../test/helpers/own-fields.ts";
import type { Asked as Request } from "./attack/client.ts";
import { createPostgres, type Owner, query } from "./databases.ts";
import { median, optionsOf, printTable } from "./figures.ts";
import { cpuMs, debut, type Env, memoryMb, type Program, ROOT, serve, startHelper, UNLIMITED } from "./programs.ts";
import type { SenderQuestions, Sent } from "./sender.ts";

type Round = Sent & { cpu: number };
type Target = { what: string; program: Program; connections: number; rounds: Round[] };
type Site = { name: string; checkout: string; env: Env; url?: string };

const DEFAULTS = { rows: 100_000, beside: "", postgres: false, folder: "", rounds: 3, seconds: 4 };
const REQUESTS = 20_000;
const OWNERS = 64;
const LICENCES = ["MIT", "GPL-3.0", "AGPL-3.0", "Apache-2.0", "BSD-3-Clause", "MPL-2.0", "LGPL-3.0", "ISC"];
const PLATFORMS = ["Docker", "PHP", "Node.js", "Go", "Python", "Rust", "Java", "Ruby", "deb", "C"];
const STEPS = [10, 100, 1000, 10_000];
const FIELDS = [
  ownField("licence", "licence", { isFilter: true }),
  ownField("platforms", "choices", { isFilter: true, options: PLATFORMS.map((value) => ({ value, label: value })) }),
  ownField("stars", "number", { isFilter: true, isSort: true, steps: STEPS }),
  ownField("demo", "flag", { isFilter: true }),
  ownField("commit_on", "date", { isFilter: true, isSort: true }),
  ownField("release", "line", { isFilter: true }),
  ownField("source", "link"),
];

/**
 * Three own filters with all counts, and edits of listings with own fields, beside another checkout
 * (`--beside CHECKOUT`) and PostgreSQL (`--postgres`): `--rows`.
 */
export async function benchFields(folder: string, args: string[]): Promise<void> {
  const { rows, beside, postgres: isOnBoth, rounds, seconds, ...given } = optionsOf(args, DEFAULTS);
  const sender = startHelper<SenderQuestions>("sender.ts");
  const targets: Target[] = [];
  const sizes: Parameters<typeof printTable>[0] = [];
  const postgres = isOnBoth ? await createPostgres(folder) : undefined;
  const prepare = async (what: string, program: Program, connections: number, requests: Request[]): Promise<Target> => {
    await sender.ask("prepare", { name: what, requests });
    const target: Target = { what, program, connections, rounds: [] };
    targets.push(target);
    return target;
  };
  const send = async ({ what: name, program: { url: origin, child }, connections }: Target): Promise<Round> => {
    const before = cpuMs(child);
    const sent = await sender.ask("send", { name, origin, seconds, connections });
    return { ...sent, cpu: (cpuMs(child) - before) / sent.answers };
  };
  const at = (name: string, checkout: string): Site => ({
    ...{ name, checkout },
    env: { ...UNLIMITED, DATA_DIR: join(given.folder || folder, name) },
  });
  const sites = [
    ...(beside ? [at("before", resolve(beside))] : []),
    at("now", ROOT),
    ...(postgres ? [{ name: "PostgreSQL", checkout: ROOT, env: postgres.env("node"), url: postgres.url }] : []),
  ];
  try {
    for (const site of sites) {
      const { name, checkout, env } = site;
      debut(["seed", "--listings", String(rows)], env, checkout);
      // Only the checkout that runs knows how to write rows.
      const databases: typeof import("./databases.ts") = await import(join(checkout, "scripts/bench/databases.ts"));
      const owners = await databases.withStore(env, (store) =>
        databases.addOwners(store, OWNERS, `${name}${Date.now()}`),
      );
      const texts = edits(owners, "", (nth) => ({ fields: { tagline: `Edit ${nth}` } }));
      const plain = await serve(env, checkout);
      const first = await prepare(`${name}, no fields: edit a text`, plain, 1, texts);
      for (let round = 0; round <= rounds; round++) first.rounds.push(await send(first));
      first.rounds.shift();
      await plain.stop();
      sizes.push({ site: `${name}, no fields`, ...(await sizeOf(site)) });
      await fill(site, databases.withStore);
      sizes.push({ site: `${name}, ${FIELDS.length} fields`, ...(await sizeOf(site)) });
      const program = await serve(env, checkout);
      await prepare(`${name}: edit a text`, program, 1, texts);
      const changed = edits(owners, "/attributes", (nth) => ({ attributes: { stars: nth } }));
      await prepare(`${name}: edit an own field`, program, 1, changed);
      await prepare(`${name}: filter_listings, 3 own filters`, program, 4, asks("/api/v1/filter"));
      await prepare(`${name}: page of 3 own filters`, program, 4, asks("/search"));
    }
    printTable(sizes);
    const running = targets.filter(({ rounds }) => rounds.length === 0);
    for (const target of running) await send(target);
    for (let round = 0; round < rounds; round++) for (const target of running) target.rounds.push(await send(target));
    printTable(
      targets.map(({ what, connections, rounds }) => {
        const of = (key: keyof Round) => median(rounds.map((one) => one[key]));
        return {
          [`${rows} listings`]: what,
          "at a time": connections,
          "CPU ms": of("cpu"),
          "p50 ms": of("p50"),
          "p99 ms": of("p99"),
        };
      }),
    );
  } finally {
    await Promise.all(targets.map(({ program }) => program.stop()));
    await sender.end();
    await postgres?.stop();
  }
}

/** Until the second start's first page, the memory after it, and the bytes of the databases. */
async function sizeOf({ env, checkout, url }: Site) {
  if (url) await query(url, "vacuum full");
  await (await serve(env, checkout)).stop();
  const began = performance.now();
  const program = await serve(env, checkout);
  await (await fetch(`${program.url}/search`)).arrayBuffer();
  const figures = {
    "start, ms": performance.now() - began,
    "CPU, ms": cpuMs(program.child),
    "memory, MB": memoryMb(program.child),
    "of it its own, MB": memoryMb(program.child, "RssAnon"),
  };
  await program.stop();
  const [row] = url ? await query(url, "select pg_database_size(current_database()) as bytes") : [];
  return {
    ...figures,
    "SQLite, MB": globSync(`${env.DATA_DIR}/**/*.db`).reduce((sum, file) => sum + statSync(file).size, 0) / 1e6,
    "PostgreSQL, MB": row ? Number(row.bytes) / 1e6 : "",
  };
}

/** Values of seven fields for every listing, which the definitions then file. */
async function fill({ env, url }: Site, withStore: typeof import("./databases.ts").withStore): Promise<void> {
  const random = seededRandom("fields");
  const valuesOf = (id: number): string =>
    JSON.stringify({
      licence: [random.pick(LICENCES)],
      platforms: random.sample(PLATFORMS, random.between(1, 3)),
      stars: Math.round(10 ** (random.between(0, 5000) / 1000)),
      demo: random.chance(0.3),
      commit_on: `20${random.between(20, 26)}-0${random.between(1, 9)}-15`,
      release: `v${random.between(0, 9)}.${random.between(0, 9)}`,
      source: `https://git.example/${id}`,
    });
  if (url) await fillPostgres(url, valuesOf);
  else fillSqlite(env, valuesOf);
  await withStore(env, async (store) => {
    await defineFields(store, ...FIELDS);
    while (await store.change(async (tx) => tx.listings.fileOwn()));
  });
}

function fillSqlite(env: Env, valuesOf: (id: number) => string): void {
  const db = new Database(databaseFile(readSettings(env)));
  const set = db.prepare(
    "update listings set profile_json = json_set(profile_json, '$.attributes', json(?)) where id = ?",
  );
  const ids = db
    .prepare<[], number>("select id from listings where profile_json ->> '$.attributes.source' is null")
    .pluck();
  db.transaction(() => {
    for (const id of ids.all()) set.run(valuesOf(id), id);
  })();
  db.exec("vacuum");
  db.close();
}

async function fillPostgres(url: string, valuesOf: (id: number) => string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from listings order by id");
  const ids = rows.map(({ id }) => Number(id));
  await client.query(
    `update listings set profile_json = jsonb_set(profile_json::jsonb, '{attributes}', of.attributes)
     from unnest($1::bigint[], $2::jsonb[]) as of(id, attributes) where listings.id = of.id`,
    [ids, ids.map(valuesOf)],
  );
  await client.end();
}

/** Each with other conditions, so that no answer was kept. */
function asks(path: string): Request[] {
  const random = seededRandom(path);
  return Array.from({ length: REQUESTS }, () => {
    const where = `licence:${random.sample(LICENCES, 2).join("|")} stars>=${random.between(1, 2000)} platforms:${random.sample(PLATFORMS, 3).join("|")}`;
    const address = `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;
    return {
      method: "GET",
      path: `${path}?${new URLSearchParams({ where })}`,
      headers: { "x-forwarded-for": address },
    };
  });
}

function edits(owners: Owner[], path: string, change: (nth: number) => object): Request[] {
  const random = seededRandom("edits");
  return Array.from({ length: REQUESTS }, (_, nth) => {
    const { key, listingId } = random.pick(owners);
    return {
      method: "PATCH",
      path: `/api/v1/me/listings/${listingId}${path}`,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(change(nth)),
    };
  });
}
