import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "../../data/demo/random.ts";
import { createDeeds, Gone } from "../../test/crash/deeds.ts";
import { createGround } from "../../test/crash/ground.ts";
import { inspect } from "../../test/crash/inspect.ts";
import { createLedger } from "../../test/crash/ledger.ts";
import { end } from "../../test/helpers/process.ts";
import { median, printTable, quantile, spread } from "./figures.ts";
import { soakPair } from "./kills.ts";
import { memoryMb } from "./programs.ts";

const WORKERS = 8;
const SAMPLE_MS = 5000;
const MINUTE_MS = 60_000;
const MB = 1e6;
/** At this rate they last for half an hour. */
const SITES = { sites: 3400, claimable: 900 };
const WEIGHTS = { draft: 0.8, claim: 0.2, browse: 3, search: 3 };
/** As the systemd unit and the container set it. */
const ENV = { MALLOC_ARENA_MAX: "2" };
const METRICS = {
  heap: "nodejs_heap_size_used_bytes",
  files: "process_open_fds",
  wal: "debut_wal_bytes",
  database: "debut_database_bytes",
} as const;
type Sample = Record<keyof typeof METRICS, number>;

/** Every kind of write and read for `--minutes 8`; `--processes 2` on two servers, with `--kill` either is killed and restarted. */
export async function benchSoak(_folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      minutes: { type: "string", default: "8" },
      seed: { type: "string", default: "soak" },
      processes: { type: "string", default: "1" },
      kill: { type: "boolean", default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (values.processes === "2") return soakPair(minutes, values.seed, values.kill);
  const ground = await createGround({ people: 12, ...SITES, env: ENV });
  const ledger = createLedger();
  const deeds = createDeeds(ground, ledger, seededRandom(values.seed), WEIGHTS);
  const times: number[] = [];
  deeds.watch((ms) => void times.push(ms));
  const { child, ready } = ground.spawnServer([]);
  try {
    const base = (await ready)!;
    const started = performance.now();
    const worker = async () => {
      while (performance.now() - started < minutes * MINUTE_MS) await deeds.step(base);
    };
    const workers = Promise.all(Array.from({ length: WORKERS }, worker)).catch((error) => {
      throw error instanceof Gone ? new Error("The server ended in the middle of the load.") : error;
    });
    const rows: string[][] = [];
    const heaps: number[] = [];
    for (let minute = 1, seen = 0; minute <= minutes; minute++) {
      const samples: Sample[] = [];
      while (performance.now() - started < minute * MINUTE_MS) {
        await Promise.race([delay(SAMPLE_MS), workers]);
        samples.push(await read(base));
      }
      const since = times.slice(seen);
      seen = times.length;
      const most = (key: keyof Sample) => Math.max(...samples.map((one) => one[key]));
      // What a garbage collection leaves is nearest to the least.
      heaps.push(Math.min(...samples.map(({ heap }) => heap)) / MB);
      const sizes = [
        heaps.at(-1)!,
        memoryMb(child, "RssAnon"),
        memoryMb(child),
        most("wal") / MB,
        most("database") / MB,
      ];
      const rate = [(since.length / 60).toFixed(0), quantile(since, 0.99).toFixed(0), String(most("files"))];
      rows.push([String(minute), ...rate, ...sizes.map((mb) => mb.toFixed(0))]);
    }
    await workers;
    const head = [
      "minute",
      "answers/s",
      "p99 ms",
      "files",
      "heap MB",
      "own MB",
      "resident MB",
      "log MB",
      "database MB",
    ];
    printTable([head, ...rows]);
    const later = heaps.slice(Math.floor(heaps.length / 2));
    const growth = later.slice(1).map((heap, nth) => heap - later[nth]!);
    console.log(`  answers ${times.length}, ${spread(times)}; heap grows ${median(growth).toFixed(2)} MB a minute`);
    await end(child, "SIGTERM");
    const found = inspect(ground, ground.file, ledger);
    const broken = [...found.lost, ...found.doubled, ...found.wrong, ...ground.explained(ledger.faults)];
    console.log(`  lost ${found.lost.length}, doubled ${found.doubled.length}, faults in all ${broken.length}`);
    for (const fault of broken.slice(0, 20)) console.log(`  ! ${fault}`);
    if (broken.length) process.exitCode = 1;
  } finally {
    await end(child, "SIGKILL");
    await ground.close();
  }
}

async function read(base: string): Promise<Sample> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return Object.fromEntries(Object.entries(METRICS).map(([key, name]) => [key, value(name)])) as Sample;
}
