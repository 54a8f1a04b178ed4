import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "../data/demo/random.ts";
import { createDeeds, Gone } from "../test/crash/deeds.ts";
import { createGround, type Ground } from "../test/crash/ground.ts";
import { inspect } from "../test/crash/inspect.ts";
import { createLedger } from "../test/crash/ledger.ts";
import { end } from "../test/helpers/process.ts";

const WORKERS = 8;
const SAMPLE_MS = 5000;
const FIGURES = {
  resident: "process_resident_memory_bytes",
  heap: "nodejs_heap_size_used_bytes",
  files: "process_open_fds",
  wal: "debut_wal_bytes",
  database: "debut_database_bytes",
} as const;
type Sample = Record<keyof typeof FIGURES, number> & { minute: number; answers: number; p99: number };

/** Every kind of write and read for `--minutes 8`, with the memory, descriptors and log of the server looked at all the while. */
export async function benchSoak(_folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const minutes = Number(values.minutes ?? 8);
  const ground = await createGround({ people: 12, sites: 2400, claimable: 800 });
  const ledger = createLedger();
  const deeds = createDeeds(ground, ledger, seededRandom(values.seed ?? "soak"));
  const times: number[] = [];
  deeds.watch((ms) => void times.push(ms));
  const { child, ready } = ground.spawnServer();
  try {
    const base = (await ready)!;
    const started = performance.now();
    const isOver = () => performance.now() - started > minutes * 60_000;
    const worker = async () => {
      while (!isOver()) await deeds.step(base);
    };
    const workers = Promise.all(Array.from({ length: WORKERS }, worker)).catch((error) => {
      throw error instanceof Gone ? new Error("The server ended in the middle of the load.") : error;
    });
    const samples: Sample[] = [];
    let seen = 0;
    while (!isOver()) {
      await Promise.race([delay(SAMPLE_MS), workers]);
      const since = times.slice(seen);
      seen = times.length;
      const figures = await read(base);
      samples.push({
        ...figures,
        minute: (performance.now() - started) / 60_000,
        answers: since.length,
        p99: quantile(since, 0.99),
      });
    }
    await workers;
    await settleDown(base);
    tell(samples, times, minutes, await read(base));
    await end(child, "SIGTERM");
    const { lost, doubled, wrong } = inspect(ground, ground.file, ledger);
    const left = sizeOf(ground, "-wal");
    console.log(
      `  after it     lost ${lost.length}, doubled ${doubled.length}, wrong ${wrong.length + ledger.faults.length}, log after a clean stop ${left} bytes`,
    );
    for (const fault of [...lost, ...doubled, ...wrong, ...ledger.faults].slice(0, 20)) console.log(`  ! ${fault}`);
    if (lost.length + doubled.length + wrong.length + ledger.faults.length) process.exitCode = 1;
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

function tell(samples: Sample[], times: number[], minutes: number, rest: Record<keyof typeof FIGURES, number>): void {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0).padStart(7);
  console.log("  minute  answers/s   p99 ms  resident MB   heap MB    files   log MB  database MB");
  for (let minute = 0; minute < minutes; minute++) {
    const within = samples.filter((one) => one.minute > minute && one.minute <= minute + 1);
    if (!within.length) continue;
    const most = (key: keyof Sample) => Math.max(...within.map((one) => one[key]));
    const perSecond = within.reduce((sum, { answers }) => sum + answers, 0) / 60;
    const heap = Math.min(...within.map((one) => one.heap));
    console.log(
      `  ${String(minute + 1).padStart(6)} ${perSecond.toFixed(0).padStart(10)} ${most("p99").toFixed(0).padStart(8)} ${mb(most("resident")).padStart(12)} ${mb(heap).padStart(9)} ${String(most("files")).padStart(8)} ${mb(most("wal")).padStart(8)} ${mb(most("database")).padStart(12)}`,
    );
  }
  const late = samples.filter(({ minute }) => minute > minutes / 2);
  const slopes = (["resident", "heap", "files"] as const).map((key) =>
    slopeOf(late.map((one) => [one.minute, one[key]])),
  );
  console.log(
    `  slope in the second half: resident ${(slopes[0]! / 1e6).toFixed(2)} MB/min, heap ${(slopes[1]! / 1e6).toFixed(2)} MB/min, files ${slopes[2]!.toFixed(2)}/min`,
  );
  console.log(
    `  answers ${times.length}, p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${Math.max(0, quantile(times, 1)).toFixed(0)} ms`,
  );
  console.log(
    `  at rest      resident ${mb(rest.resident).trim()} MB, heap ${mb(rest.heap).trim()} MB, files ${rest.files}`,
  );
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Least squares, per unit of x. */
function slopeOf(points: [x: number, y: number][]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const below = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
