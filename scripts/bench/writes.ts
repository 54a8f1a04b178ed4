import { closeSync, cpSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../../data/demo/random.ts";
import { addListing, COMPLETE } from "../../test/helpers/listing.ts";
import { addPerson } from "../../test/helpers/people.ts";
import { median, printTable } from "./figures.ts";
import { createPostgres, withStore } from "./postgres.ts";
import { cpuMs, debut, type Env, type Program, serve, startHelper, UNLIMITED } from "./programs.ts";
import { ROUND_OPTIONS } from "./reads/reads.ts";
import type { Request, SenderQuestions, Sent } from "./sender.ts";

const PEOPLE = 64;
const LISTINGS_EACH = 8;
const REQUESTS = 50_000;
const WARM_UP_SECONDS = 2;
/** A page of the database with its head, as SQLite appends it to the write-ahead log. */
const FRAME = Buffer.alloc(4096 + 24, 1);
/** Where SQLite starts over in its log. */
const LOG_BYTES = 4096 * 1000;

const OPTIONS = {
  rows: { type: "string", default: "10000" },
  writers: { type: "string", default: "1,8,64" },
  postgres: { type: "boolean", default: false },
  ...ROUND_OPTIONS,
} as const;

/** Edits by so many writers at a time, beside the disk's own rate and the same program without the disk; `--postgres`: beside PostgreSQL. */
export async function benchWrites(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: OPTIONS });
  const { rows, rounds, seconds, writers: counts, postgres: isOnBoth } = values;
  const env = { ...UNLIMITED, DATA_DIR: join(folder, "durable") };
  const free = {
    ...env,
    DATA_DIR: join(folder, "free"),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "no-sync.mjs")}`,
  };
  const requests = new Map<string, Request[]>();
  const programs = new Map<string, Program>();
  const postgres = isOnBoth ? await createPostgres(folder) : undefined;
  const sender = startHelper<SenderQuestions>("sender.ts");
  try {
    requests.set("SQLite", await createEdits(env, rows));
    if (postgres) requests.set("PostgreSQL", await createEdits(postgres.env("node"), rows));
    else cpSync(env.DATA_DIR, free.DATA_DIR, { recursive: true });
    programs.set("SQLite", await serve(env));
    if (postgres) programs.set("PostgreSQL", await serve(postgres.env("node")));
    else programs.set("without the disk", await serve(free));
    for (const name of programs.keys())
      await sender.ask("prepare", { name, requests: requests.get(name) ?? requests.get("SQLite")! });
    const table: string[][] = [];
    for (const writers of counts.split(",").map(Number)) {
      const send = async (name: string, seconds: number): Promise<Sent & { cpu: number; bytes: number }> => {
        const { url, child } = programs.get(name)!;
        const [cpu, bytes] = [cpuMs(child), writtenBytes(child.pid!)];
        const sent = await sender.ask("send", { name, origin: url, seconds, connections: writers });
        return {
          ...sent,
          cpu: (cpuMs(child) - cpu) / sent.answers,
          bytes: (writtenBytes(child.pid!) - bytes) / sent.answers,
        };
      };
      for (const name of programs.keys()) await send(name, WARM_UP_SECONDS);
      const all: Record<string, (Sent & { cpu: number; bytes: number })[]> = {};
      for (const name of programs.keys()) all[name] = [];
      const disk: number[] = [];
      for (let round = 0; round < Number(rounds); round++) {
        for (const name of programs.keys()) all[name]!.push(await send(name, Number(seconds)));
        const bytes = Math.max(FRAME.length, all.SQLite!.at(-1)!.bytes * writers);
        if (!postgres) disk.push(syncsPerSecond(folder, bytes, Number(seconds)) * writers);
      }
      for (const [name, sent] of Object.entries(all)) {
        const of = (key: keyof Sent | "cpu") => median(sent.map((one) => one[key]));
        const allowed = all["without the disk"]?.map(({ perSecond }, nth) => Math.min(perSecond, disk[nth]!));
        const share = sent.map(({ perSecond }, nth) => perSecond / (allowed?.[nth] ?? all.SQLite![nth]!.perSecond));
        const cells = [
          of("perSecond").toFixed(0),
          median(share).toFixed(2),
          disk.length ? median(disk).toFixed(0) : "",
        ];
        table.push([`${name}, ${writers}`, ...cells, ...[of("p50"), of("p99"), of("cpu")].map((ms) => ms.toFixed(1))]);
      }
    }
    const share = postgres ? "of SQLite" : "of what both allow";
    printTable([["edits, at a time", "edits/s", share, "disk allows/s", "p50 ms", "p99 ms", "CPU ms"], ...table]);
  } finally {
    await Promise.all([...programs.values()].map((program) => program.stop()));
    await sender.end();
    await postgres?.stop();
  }
}

/** Bytes that a process has given to the system to write. */
const writtenBytes = (pid: number): number =>
  Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))![1]);

/** How often a second the disk takes so many bytes for good, written like SQLite's log. */
function syncsPerSecond(folder: string, bytes: number, seconds: number): number {
  const path = join(folder, "disk");
  const file = openSync(path, "w");
  const started = performance.now();
  let [syncs, at] = [0, 0];
  for (; performance.now() - started < seconds * 1000; syncs++) {
    for (let written = 0; written < bytes; written += FRAME.length) {
      writeSync(file, FRAME, 0, Math.min(FRAME.length, Math.ceil(bytes - written)), at);
      at = (at + FRAME.length) % LOG_BYTES;
    }
    fsyncSync(file);
  }
  closeSync(file);
  rmSync(path);
  return (syncs * 1000) / (performance.now() - started);
}

/** A database with so many demo listings, and edits that owners send with their API keys to random listings of theirs. */
async function createEdits(env: Env, rows: string): Promise<Request[]> {
  debut(["seed", "--listings", rows], env);
  const now = new Date();
  const people = await withStore(env, async (store) => {
    const people: { key: string; listings: number[] }[] = [];
    for (let nth = 0; nth < PEOPLE; nth++) {
      const { id, key } = await addPerson(store, { email: `p${nth}@people.example`, name: `Person ${nth}` }, now);
      const listings: number[] = [];
      for (let which = 0; which < LISTINGS_EACH; which++) {
        const given = { ...COMPLETE, name: `Own ${nth} ${which}`, site: `own-${nth}-${which}.example`, ownerId: id };
        listings.push((await addListing(store, given, now)).id);
      }
      people.push({ key, listings });
    }
    return people;
  });
  const random = seededRandom("writes");
  return Array.from({ length: REQUESTS }, (_, nth): Request => {
    const { key, listings } = people[nth % PEOPLE]!;
    return {
      method: "PATCH",
      path: `/api/v1/me/listings/${random.pick(listings)}`,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ fields: { tagline: `The best of all in one line, edit ${nth}` } }),
    };
  });
}
