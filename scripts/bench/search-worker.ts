// Builds one engine in a separate process, runs every query, and writes the results to standard output.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { quantile } from "./quantile.ts";
import { readDocs } from "./search-data.ts";
import { ENGINES } from "./search-engines.ts";
import type { Query } from "./search-queries.ts";

export type SetResult = {
  set: string;
  asked: number;
  recall: number | null;
  /** The share whose first result is right. */
  first: number | null;
  cpuMean: number;
  p50: number;
  p99: number;
  worst: number;
  cpu99: number;
};
export type EngineResult = {
  engine: string;
  buildSeconds: number;
  memoryMb: number;
  diskMb: number;
  /** The longest time in which nothing else could run, in milliseconds, while searching. */
  blockedMs: number;
  all: { p50: number; p99: number; worst: number; cpu99: number };
  sets: SetResult[];
};

const [name = "", docsFile = "", queriesFile = "", folder = ""] = process.argv.slice(2);
const WARM_UP_MS = 30_000;
const ASKING_MS = 180_000;
// A prime that divides neither number of queries, so that every query comes once.
const STRIDE = 1009;

const build = ENGINES[name]!;
const resident = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024 / 1024;
};

let memoryBefore = 0;
let startedAt = 0;
const built = await build(docsFile, folder, () => {
  memoryBefore = resident();
  startedAt = performance.now();
});
const buildSeconds = (performance.now() - startedAt) / 1000;

const queries = JSON.parse(readFileSync(queriesFile, "utf8")) as (Query & { warmUp?: boolean })[];
// Some peers take seconds per query: every engine gets the same time and runs as many as it can, spread over all kinds.
const spread = <T>(list: T[]): T[] => list.map((_, index) => list[(index * STRIDE) % list.length]!);
const warmUntil = performance.now() + WARM_UP_MS;
for (const query of spread(queries.filter(({ warmUp }) => warmUp))) {
  if (performance.now() > warmUntil) break;
  await built.search(query);
}

const categoryOf = new Map<number, string>();
for await (const { id, category } of readDocs(docsFile)) categoryOf.set(id, category);
const isRight = ({ target, categories }: Query, id: number | undefined): boolean =>
  id !== undefined && (id === target || (categories?.includes(categoryOf.get(id) ?? "") ?? false));

const sets = new Map<string, { times: number[]; cpu: number[]; found: number; first: number; targets: number }>();
const times: number[] = [];
// CPU time does not grow if the machine has other work.
const cpu: number[] = [];
// A late timer shows how long the event loop was blocked.
let last = performance.now();
let blockedMs = 0;
const timer = setInterval(() => {
  const now = performance.now();
  blockedMs = Math.max(blockedMs, now - last - 1);
  last = now;
}, 1);
const until = performance.now() + ASKING_MS;
for (const query of spread(queries.filter(({ warmUp }) => !warmUp))) {
  if (performance.now() > until) break;
  const set = sets.get(query.set) ?? { times: [], cpu: [], found: 0, first: 0, targets: 0 };
  sets.set(query.set, set);
  await new Promise((resolve) => setTimeout(resolve, 0));
  const cpuFrom = process.cpuUsage();
  const from = performance.now();
  const { ids } = await built.search(query);
  const took = performance.now() - from;
  const { user, system } = process.cpuUsage(cpuFrom);
  set.times.push(took);
  set.cpu.push((user + system) / 1000);
  times.push(took);
  cpu.push((user + system) / 1000);
  if (query.target === undefined && !query.categories) continue;
  set.targets++;
  if (isRight(query, ids[0])) set.first++;
  if (ids.some((id) => isRight(query, id))) set.found++;
  else if (process.env.BENCH_MISSES) console.error(query.set, "|", query.q, "|", query.target, ids.length);
}
clearInterval(timer);

const sorted = (list: number[]) => list.toSorted((a, b) => a - b);
const statsOf = (list: number[], cpuList: number[]) => ({
  cpu99: quantile(cpuList, 0.99),
  p50: quantile(list, 0.5),
  p99: quantile(list, 0.99),
  worst: sorted(list).at(-1) ?? 0,
});
const result: EngineResult = {
  engine: name,
  buildSeconds,
  memoryMb: resident() - memoryBefore,
  diskMb: readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1024 / 1024,
  blockedMs,
  all: statsOf(times, cpu),
  sets: [...sets].map(([set, { times: list, cpu: cpuList, found, first, targets }]) => ({
    set,
    asked: list.length,
    recall: targets ? found / targets : null,
    first: targets ? first / targets : null,
    cpuMean: cpuList.reduce((sum, ms) => sum + ms, 0) / cpuList.length,
    ...statsOf(list, cpuList),
  })),
};
console.log(JSON.stringify(result));
process.exit(0);
