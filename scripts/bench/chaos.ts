import { join } from "node:path";
import { parseArgs } from "node:util";
import { crashNodes } from "../../test/crash/nodes.ts";
import { printOutcome, printTimes } from "./crash-outcome.ts";

const MINUTE_MS = 60_000;
/** As many websites to draft from and to claim as fit into one setting. */
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
  const { seed, kills, cutOff, served } = report;
  console.log(`  kills of nodes ${kills.nodes}, of the database ${kills.database}, seed "${seed}"`);
  console.log(`  requests cut off or refused meanwhile ${cutOff}, connections ${served.join(", ")}`);
  printTimes(report);
  printOutcome(report);
}
