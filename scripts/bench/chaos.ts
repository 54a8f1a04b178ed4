import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Wait } from "../../test/crash/deeds.ts";
import { crashNodes } from "../../test/crash/nodes.ts";
import { printOutcome } from "./crash-outcome.ts";
import { quantile } from "./quantile.ts";

const MINUTE_MS = 60_000;
/** As many websites to draft from and to claim as fit into one setting. */
const TOO_LONG_MS = 10_000;
const SITES = { sites: 3000, claimable: 300 };

/** Three nodes on PostgreSQL under every kind of write, while nodes and the database are killed. `--minutes 15`, `--seed TEXT` */
export async function benchChaos(_folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const minutes = Number(values.minutes ?? 15);
  // Making people and listings before takes minutes on a busy machine.
  let started = Number.NaN;
  const begin = () => (started = Number.isNaN(started) ? performance.now() : started);
  const report = await crashNodes({
    program: [process.execPath, join(import.meta.dirname, "../../server/main.ts")],
    isOver: () => performance.now() - begin() > minutes * MINUTE_MS,
    answersBetweenKills: [100, 400],
    seed: values.seed ?? `run ${Date.now()}`,
    sites: SITES,
    tell: (text) => console.log(`  ${((performance.now() - started) / MINUTE_MS).toFixed(1)} min  ${text}`),
  });
  const { seed, kills, waits, loadMs, served } = report;
  console.log(`  kills of nodes ${kills.nodes}, of the database ${kills.database}, seed "${seed}"`);
  console.log(`  ${(loadMs / MINUTE_MS).toFixed(1)} minutes under load, connections ${served.join(", ")}`);
  printWaits(waits);
  printOutcome(report);
}

/** Waits for a website to be checked, up to eight seconds, before it says that it still is. */
const ON_PURPOSE = /\/verify$/;

/** What people and programs waited for, with every try that was refused or cut off and the pauses between. */
function printWaits(all: Wait[]): void {
  const { waits = [], checks = [] } = Object.groupBy(all, ({ what }) => (ON_PURPOSE.test(what) ? "checks" : "waits"));
  const ms = (of: Wait[], share: number) =>
    `${quantile(
      of.map((wait) => wait.ms),
      share,
    ).toFixed(0)} ms`;
  const sum = (count: (wait: Wait) => number) => all.reduce((total, wait) => total + count(wait), 0);
  console.log(
    `  waits ${waits.length}, p50 ${ms(waits, 0.5)}, p99 ${ms(waits, 0.99)}, p99.9 ${ms(waits, 0.999)}, longest ${ms(waits, 1)}`,
  );
  console.log(`  waits for a website on purpose ${checks.length}, p50 ${ms(checks, 0.5)}, longest ${ms(checks, 1)}`);
  console.log(
    `  tries answered 503 ${sum(({ refused }) => refused)}, cut off ${sum(({ cutOff }) => cutOff)}; waits that were refused in the end ${sum(({ isAnswered }) => Number(!isAnswered))}`,
  );
  const tooLong = waits.filter((wait) => wait.ms > TOO_LONG_MS).length;
  console.log(`  waits over ${TOO_LONG_MS / 1000} s: ${tooLong}`);
  for (const wait of waits.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
    console.log(`    ${wait.ms.toFixed(0).padStart(6)} ms  ${wait.what}, 503 ${wait.refused}, cut off ${wait.cutOff}`);
  if (tooLong) process.exitCode = 1;
}
