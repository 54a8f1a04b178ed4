import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "../../data/demo/random.ts";
import { createDeeds, Gone } from "../../test/crash/deeds.ts";
import { createGround } from "../../test/crash/ground.ts";
import { inspect } from "../../test/crash/inspect.ts";
import { createLedger } from "../../test/crash/ledger.ts";
import { end } from "../../test/helpers/process.ts";
import { median, optionsOf, printTable, quantile, spread } from "./figures.ts";
import { failWith, soakPair } from "./kills.ts";
import { memoryMb, metricsOf } from "./programs.ts";

const WORKERS = 8;
const SAMPLE_MS = 5000;
const MINUTE_MS = 60_000;
const MB = 1e6;
/** Enough for half an hour. */
const SITES = { sites: 3400, claimable: 900 };
const WEIGHTS = { draft: 0.8, claim: 0.2, browse: 3, search: 3 };
/** As the systemd unit and the container set it. */
const ENV = { MALLOC_ARENA_MAX: "2" };

/** Every kind of write and read for `--minutes 8`; with `--processes 2` on two servers, which `--kill` kills in turn. */
export async function benchSoak(_folder: string, args: string[]): Promise<void> {
  const { minutes, seed, processes, kill } = optionsOf(args, { minutes: 8, seed: "soak", processes: 1, kill: false });
  if (processes === 2) return soakPair(minutes, seed, kill);
  const ground = await createGround({ people: 12, ...SITES, env: ENV });
  const ledger = createLedger();
  const deeds = createDeeds(ground, ledger, seededRandom(seed), WEIGHTS);
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
    const rows: Record<string, number>[] = [];
    for (let minute = 1, seen = 0; minute <= minutes; minute++) {
      let heap = Infinity;
      let metric = await metricsOf(base);
      while (performance.now() - started < minute * MINUTE_MS) {
        await Promise.race([delay(SAMPLE_MS), workers]);
        metric = await metricsOf(base);
        // What a garbage collection leaves is nearest to the least.
        heap = Math.min(heap, metric("nodejs_heap_size_used_bytes") / MB);
      }
      const since = times.slice(seen);
      seen = times.length;
      rows.push({
        ...{ minute, "answers/s": since.length / 60, "p99 ms": quantile(since, 0.99) },
        ...{ "heap MB": heap, "own MB": memoryMb(child, "RssAnon"), "resident MB": memoryMb(child) },
        "log MB": metric("debut_wal_bytes") / MB,
        "database MB": metric("debut_database_bytes") / MB,
        files: metric("process_open_fds"),
      });
    }
    await workers;
    printTable(rows);
    const later = rows.slice(Math.floor(rows.length / 2)).map((row) => row["heap MB"]!);
    const growth = later.slice(1).map((heap, nth) => heap - later[nth]!);
    console.log(`  answers ${times.length}, ${spread(times)}; heap grows ${median(growth).toFixed(2)} MB a minute`);
    await end(child, "SIGTERM");
    const { lost, doubled, wrong } = inspect(ground, ground.file, ledger);
    const broken = [...lost, ...doubled, ...wrong, ...ground.explained(ledger.faults)];
    console.log(`  lost ${lost.length}, doubled ${doubled.length}, faults in all ${broken.length}`);
    failWith(broken);
  } finally {
    await end(child, "SIGKILL");
    await ground.close();
  }
}
