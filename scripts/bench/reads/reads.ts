import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Program, start } from "../programs.ts";
import { cpuSeconds, residentMb } from "./cpu.ts";
import { createGround } from "./ground.ts";
import {
  alternate,
  everyNth,
  type Figures,
  MOST_WARM_UP_SECONDS,
  printBeside,
  printFigures,
  ROUND_OPTIONS,
  type Target,
} from "./rounds.ts";
import type { Ground, Subject } from "./subject.ts";
import { editorSubjects } from "./subjects/editor.ts";
import { mcpSubjects } from "./subjects/mcp.ts";
import { pageSubjects } from "./subjects/pages.ts";
import { BARE, REST, restSubjects } from "./subjects/rest.ts";
import { searchSubjects } from "./subjects/search.ts";

/** Everything that is read, a row of the table each. */
export const SUBJECTS: Subject[] = [
  ...restSubjects,
  ...mcpSubjects,
  ...searchSubjects,
  ...pageSubjects,
  ...editorSubjects,
];
const LIMITS = [
  "READ_ANONYMOUS",
  "SEARCH_ANONYMOUS",
  "MCP_ANONYMOUS",
  "PAGE_ANONYMOUS",
  "PAGE",
  "READ",
  "VIEW",
  "VOTE",
];

/** A server that meets no limit, behind a proxy on this machine. */
export const servedFrom = (folder: string): Record<string, string> & { DATA_DIR: string } => ({
  DATA_DIR: folder,
  PORT: "0",
  TRUSTED_PROXIES: "127.0.0.1",
  ...Object.fromEntries(LIMITS.map((name) => [`LIMIT_${name}`, "1000000000"])),
});

export const numbers = (list: string): number[] => list.split(",").map(Number);

/** Reads of random rows while another process writes. */
export async function benchReads(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      rows: { type: "string", default: "10000,100000" },
      writes: { type: "string", default: "1,10" },
      only: { type: "string", default: "" },
      "warm-up": { type: "string", default: String(MOST_WARM_UP_SECONDS) },
      folder: { type: "string", default: folder },
      ...ROUND_OPTIONS,
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const warmUpSeconds = Number(values["warm-up"]);
  const wanted = SUBJECTS.filter(({ name }) => name === BARE || name === REST || name.includes(values.only));
  for (const rows of numbers(values.rows)) {
    const env = servedFrom(join(values.folder, String(rows)));
    const ground = await createGround(env, rows);
    const writes = numbers(values.writes);
    const { figures } = await measure(wanted, { env, ground, rows, writes, rounds, seconds, warmUpSeconds });
    for (const [nth, perSecond] of writes.entries()) {
      console.log(`\n${rows} listings, ${perSecond} writes a second; medians of ${rounds} rounds of ${seconds} s\n`);
      printFigures(figures[nth]!, { "of bare": BARE, "of REST": REST }, values.markdown);
    }
    if (writes.length < 2) continue;
    console.log(`\n${rows} listings; rounds with more and with fewer writes in turn\n`);
    printBeside(new Map(writes.map((perSecond, nth) => [`${perSecond} a second`, figures[nth]!])), values.markdown);
  }
}

const REST_SECONDS = 1;
const IDLE = 0.05;

/** Waits until a server has read what it keeps in memory. */
export async function settled(child: Program["child"]): Promise<void> {
  for (let before = cpuSeconds(child), used = Infinity; used > IDLE * REST_SECONDS; ) {
    await delay(REST_SECONDS * 1000);
    const now = cpuSeconds(child);
    [used, before] = [now - before, now];
  }
}

/** The figures at each rate of writes. */
type Measured = { figures: Figures[]; startMs: number; memoryMb: number };

/** Starts a server, a bare one and a writer, and asks them everything in turn; a round at each rate of writes, and again. */
export async function measure(
  subjects: Subject[],
  given: {
    env: ReturnType<typeof servedFrom>;
    ground: Omit<Ground, "url">;
    rows: number;
    writes: number[];
    rounds: number;
    seconds: number;
    warmUpSeconds?: number;
  },
): Promise<Measured> {
  const { env, ground, rows, writes, rounds, seconds, warmUpSeconds = MOST_WARM_UP_SECONDS } = given;
  const startedAt = performance.now();
  const served = await start("server/main.ts", ["serve", "--json"], env);
  const startMs = performance.now() - startedAt;
  const bare = await start("scripts/bench/bare.ts", [join(env.DATA_DIR, "debut.db")], {});
  const repeater = await start("scripts/bench/repeater.ts", [served.url], {});
  const startWriter = (perSecond: number) =>
    start("scripts/bench/reads/writer.ts", [String(rows), String(perSecond)], env);
  let writer = await startWriter(writes[0]!);
  async function writeAt(perSecond: number): Promise<void> {
    await writer.stop();
    writer = await startWriter(perSecond);
  }
  try {
    await settled(served.child);
    const peers = { express: bare, repeater };
    const targets: Target[] = [];
    for (const { name, peer, requests } of subjects)
      targets.push({
        name,
        program: peer ? peers[peer] : served,
        requests: await requests({ ...ground, url: served.url }),
      });
    const all = await alternate(targets, {
      rounds: rounds * writes.length,
      seconds,
      warmUpSeconds,
      async before(round) {
        if (writes.length > 1) await writeAt(writes[round % writes.length]!);
      },
    });
    const figures = writes.map((_, nth) => everyNth(all, nth, writes.length));
    return { figures, startMs, memoryMb: residentMb(served.child) };
  } finally {
    await Promise.all([served.stop(), bare.stop(), repeater.stop(), writer.stop()]);
  }
}
