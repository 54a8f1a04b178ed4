import { readFileSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "../../data/demo/random.ts";
import { createDeeds, Gone } from "../../test/crash/deeds.ts";
import { createGround, type Ground } from "../../test/crash/ground.ts";
import { inspect } from "../../test/crash/inspect.ts";
import { createLedger } from "../../test/crash/ledger.ts";
import { freePort } from "../../test/helpers/free-port.ts";
import { end } from "../../test/helpers/process.ts";
import { connectInspector } from "./inspector.ts";
import { quantile } from "./quantile.ts";
import { soakPair } from "./soak-pair.ts";

const WORKERS = 8;
const SAMPLE_MS = 5000;
const MINUTE_MS = 60_000;
/** As many websites to draft from and to claim as fit into one setting; at this rate they last for half an hour. */
const SITES = { sites: 3400, claimable: 900 };
const WEIGHTS = { draft: 0.8, claim: 0.2, browse: 3, search: 3 };
/** As the systemd unit and the container set it. */
const ENV = { MALLOC_ARENA_MAX: "2" };
const FIGURES = {
  files: "process_open_fds",
  wal: "debut_wal_bytes",
  database: "debut_database_bytes",
} as const;
/** `heap` is retained after a full collection, `own` is private memory, both in bytes. */
type Memory = { heap: number; own: number; resident: number };
type Sample = Record<keyof typeof FIGURES, number> & { answers: number; p99: number };
type Minute = Memory & { samples: Sample[] };

/**
 * Every kind of write and read for `--minutes 8`, while the memory, descriptors and log of the server are measured.
 * `--processes 2` lets two servers share the load and the folder; with `--kill` either is killed and restarted.
 */
export async function benchSoak(_folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      minutes: { type: "string" },
      seed: { type: "string" },
      processes: { type: "string" },
      kill: { type: "boolean" },
    },
  });
  const minutes = Number(values.minutes ?? 8);
  if (values.processes === "2")
    return soakPair({ minutes, seed: values.seed ?? "pair", kill: values.kill ?? false, sites: SITES });
  const ground = await createGround({ people: 12, ...SITES, env: ENV });
  const ledger = createLedger();
  const deeds = createDeeds(ground, ledger, seededRandom(values.seed ?? "soak"), WEIGHTS);
  const times: number[] = [];
  deeds.watch((ms) => void times.push(ms));
  const inspectorPort = await freePort();
  const { child, ready } = ground.spawnServer([`--inspect=127.0.0.1:${inspectorPort}`]);
  try {
    const base = (await ready)!;
    const inspector = await connectInspector(inspectorPort);
    const memory = async (): Promise<Memory> => ({ heap: await inspector.keptHeap(), ...residentOf(child.pid!) });
    const started = performance.now();
    const isOver = () => performance.now() - started > minutes * MINUTE_MS;
    const worker = async () => {
      while (!isOver()) await deeds.step(base);
    };
    const workers = Promise.all(Array.from({ length: WORKERS }, worker)).catch((error) => {
      throw error instanceof Gone ? new Error("The server ended in the middle of the load.") : error;
    });
    tellHead();
    let seen = 0;
    const all: Minute[] = [];
    while (!isOver()) {
      const samples: Sample[] = [];
      while (performance.now() - started < (all.length + 1) * MINUTE_MS) {
        await Promise.race([delay(SAMPLE_MS), workers]);
        const since = times.slice(seen);
        seen = times.length;
        samples.push({ ...(await read(base)), answers: since.length, p99: quantile(since, 0.99) });
      }
      all.push({ ...(await memory()), samples });
      tellMinute(all.length, all.at(-1)!);
    }
    await workers;
    await settleDown(base);
    tellEnd(all, times, await memory(), await read(base));
    inspector.close();
    await end(child, "SIGTERM");
    const { lost, doubled, wrong } = inspect(ground, ground.file, ledger);
    const faults = ground.explained(ledger.faults);
    const left = sizeOf(ground, "-wal");
    console.log(
      `  after it     lost ${lost.length}, doubled ${doubled.length}, wrong ${wrong.length + faults.length}, log after a clean stop ${left} bytes`,
    );
    for (const fault of [...lost, ...doubled, ...wrong, ...faults].slice(0, 20)) console.log(`  ! ${fault}`);
    if (lost.length + doubled.length + wrong.length + faults.length) process.exitCode = 1;
  } finally {
    await end(child, "SIGKILL");
    await ground.close();
  }
}

async function read(base: string): Promise<Record<keyof typeof FIGURES, number>> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return Object.fromEntries(Object.entries(FIGURES).map(([key, name]) => [key, value(name)])) as Record<
    keyof typeof FIGURES,
    number
  >;
}

/** Until the jobs are done and the sockets of the load are closed. */
const settleDown = async (base: string): Promise<void> => {
  for (let tries = 0; tries < 60; tries++) {
    const text = await (await fetch(`${base}/metrics`)).text();
    const waiting = /^debut_mails\{state="queued"\} (\d+)$/m.exec(text)?.[1];
    if (waiting === "0") break;
    await delay(1000);
  }
  await delay(6000);
};

const sizeOf = ({ file }: Ground, suffix: string): number =>
  statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0;

/** Of one process, as the system reports. */
function residentOf(pid: number): Pick<Memory, "own" | "resident"> {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return { own: bytes("RssAnon"), resident: bytes("VmRSS") };
}

const MB = 1e6;
const COLUMNS = [
  "minute",
  "answers/s",
  "p99 ms",
  "kept heap MB",
  "own MB",
  "resident MB",
  "files",
  "log MB",
  "database MB",
];

const tellRow = (cells: (string | number)[]): void =>
  console.log(`  ${cells.map((cell, index) => String(cell).padStart(COLUMNS[index]!.length)).join("  ")}`);

const tellHead = (): void => tellRow(COLUMNS);

/** Memory at the end of the minute, all else its maximum. */
function tellMinute(minute: number, { samples, heap, own, resident }: Minute): void {
  const most = (key: keyof Sample) => Math.max(...samples.map((one) => one[key]));
  const answers = samples.reduce((sum, one) => sum + one.answers, 0);
  const sizes = [most("wal"), most("database")].map((bytes) => (bytes / MB).toFixed(0));
  const memory = [(heap / MB).toFixed(1), (own / MB).toFixed(0), (resident / MB).toFixed(0)];
  tellRow([minute, (answers / 60).toFixed(0), most("p99").toFixed(0), ...memory, most("files"), ...sizes]);
}

function tellEnd(all: Minute[], times: number[], rest: Memory, { files }: Record<keyof typeof FIGURES, number>): void {
  const from = Math.floor(all.length / 2);
  const slope = (of: (minute: Minute) => number) =>
    slopeOf(all.slice(from).map((one, index) => [index, of(one)])).toFixed(2);
  const memory = (["heap", "own", "resident"] as const).map((key) => `${key} ${slope((one) => one[key] / MB)} MB/min`);
  const fileSlope = slope(({ samples }) => samples.at(-1)!.files);
  console.log(`  slope in the second half: ${memory.join(", ")}, files ${fileSlope}/min`);
  console.log(
    `  answers ${times.length}, p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${Math.max(0, quantile(times, 1)).toFixed(0)} ms`,
  );
  const atRest = Object.entries(rest).map(([key, bytes]) => `${key} ${(bytes / MB).toFixed(0)} MB`);
  console.log(`  at rest      ${atRest.join(", ")}, files ${files}`);
}

/** Least squares, per unit of x. */
function slopeOf(points: [x: number, y: number][]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const below = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
