import { closeSync, cpSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../data/demo/random.ts";
import type { Asked as Request } from "./attack/client.ts";
import { addOwners, createPostgres, withStore } from "./databases.ts";
import { median, optionsOf, printTable } from "./figures.ts";
import { cpuMs, debut, type Env, type Program, serve, startHelper, UNLIMITED } from "./programs.ts";
import type { SenderQuestions, Sent } from "./sender.ts";

type Round = Sent & { cpu: number; bytes: number };

const OWNERS = 256;
const REQUESTS = 50_000;
const WARM_UP_SECONDS = 2;
/** A page of the database with its header, as SQLite appends it to the write-ahead log. */
const FRAME = Buffer.alloc(4096 + 24, 1);
/** Where SQLite starts over in its log. */
const LOG_BYTES = 4096 * 1000;
const DEFAULTS = { rows: "10000", writers: "1,8,64", postgres: false, rounds: 7, seconds: 2 };

/** Edits by 1, 8 and 64 writers, beside the disk and a server that never syncs, or beside PostgreSQL (`--postgres`). */
export async function benchWrites(folder: string, args: string[]): Promise<void> {
  const { rows, writers: counts, postgres: isOnBoth, rounds, seconds } = optionsOf(args, DEFAULTS);
  const env = { ...UNLIMITED, DATA_DIR: join(folder, "durable") };
  const postgres = isOnBoth ? await createPostgres(folder) : undefined;
  const noSync = `--import=${join(import.meta.dirname, "no-sync.mjs")}`;
  const otherEnv = postgres?.env("node") ?? { ...env, DATA_DIR: join(folder, "free"), NODE_OPTIONS: noSync };
  const other = postgres ? "PostgreSQL" : "without the disk";
  const programs: Record<string, Program> = {};
  const sender = startHelper<SenderQuestions>("sender.ts");
  const send = async (name: string, seconds: number, connections: number): Promise<Round> => {
    const { url: origin, child } = programs[name]!;
    const [cpu, bytes] = [cpuMs(child), writtenBytes(child.pid!)];
    const sent = await sender.ask("send", { name, origin, seconds, connections });
    const each = (used: number) => used / sent.answers;
    return { ...sent, cpu: each(cpuMs(child) - cpu), bytes: each(writtenBytes(child.pid!) - bytes) };
  };
  try {
    const requests = await createEdits(env, rows);
    await sender.ask("prepare", { name: "SQLite", requests });
    if (!postgres) cpSync(env.DATA_DIR, otherEnv.DATA_DIR!, { recursive: true });
    await sender.ask("prepare", { name: other, requests: postgres ? await createEdits(otherEnv, rows) : requests });
    programs.SQLite = await serve(env);
    programs[other] = await serve(otherEnv);
    const table: Record<string, string | number>[] = [];
    for (const writers of counts.split(",").map(Number)) {
      for (const name of ["SQLite", other]) await send(name, WARM_UP_SECONDS, writers);
      const all: Record<string, Round[]> = { SQLite: [], [other]: [] };
      const disk: number[] = [];
      for (let round = 0; round < rounds; round++) {
        for (const name of ["SQLite", other]) all[name]!.push(await send(name, seconds, writers));
        const bytes = Math.max(FRAME.length, all.SQLite!.at(-1)!.bytes * writers);
        disk.push(postgres ? Infinity : syncsPerSecond(folder, bytes, seconds) * writers);
      }
      for (const [name, sent] of Object.entries(all)) {
        const of = (key: keyof Round) => median(sent.map((one) => one[key]));
        const allowed = all[postgres ? "SQLite" : other]!.map((one, nth) => Math.min(one.perSecond, disk[nth]!));
        table.push({
          "edits, at a time": `${name}, ${writers}`,
          "edits/s": of("perSecond"),
          [postgres ? "of SQLite" : "of what both allow"]: median(
            sent.map((one, nth) => one.perSecond / allowed[nth]!),
          ),
          "disk allows/s": postgres ? "" : median(disk),
          "p50 ms": of("p50"),
          "p99 ms": of("p99"),
          "CPU ms": of("cpu"),
        });
      }
    }
    printTable(table);
  } finally {
    await Promise.all(Object.values(programs).map((program) => program.stop()));
    await sender.end();
    await postgres?.stop();
  }
}

/** Bytes that a process has given to the system to write. */
const writtenBytes = (pid: number): number =>
  Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))![1]);

/** How often a second so many bytes can be forced to the disk, written like SQLite's log. */
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

/** A database with demo listings, and edits that owners of others send with their API keys. */
async function createEdits(env: Env, rows: string): Promise<Request[]> {
  debut(["seed", "--listings", rows], env);
  const owners = await withStore(env, (store) => addOwners(store, OWNERS, "owner"));
  const random = seededRandom("writes");
  return Array.from({ length: REQUESTS }, (_, nth): Request => {
    const { key, listingId } = random.pick(owners);
    return {
      method: "PATCH",
      path: `/api/v1/me/listings/${listingId}`,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ fields: { tagline: `The best of all in one line, edit ${nth}` } }),
    };
  });
}
