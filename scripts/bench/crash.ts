import { parseArgs } from "node:util";
import { crash } from "../../test/crash/crash.ts";
import { brokenBy } from "../../test/crash/inspect.ts";

/** Kills the server repeatedly during every kind of write, and counts lost and duplicate writes. `--kills 300`, `--frozen 20` copies per life, `--seed TEXT` */
export async function benchCrash(_folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { kills: { type: "string" }, frozen: { type: "string" }, seed: { type: "string" } },
  });
  const report = await crash({
    kills: Number(values.kills ?? 40),
    frozen: Number(values.frozen ?? 0),
    seed: values.seed ?? `run ${Date.now()}`,
    tell: (text) => console.log(`  ${text}`),
  });
  const { seed, kills, killedAtStart, frozen, acknowledged, mails, events, lost, doubled, wrong, faults, counts } =
    report;
  console.log(`  ${kills} kills (${killedAtStart} of them during a start), ${frozen} frozen copies, seed "${seed}"`);
  for (const [name, count] of Object.entries(counts))
    console.log(`    ${name.padEnd(32)} ${String(count).padStart(7)}`);
  console.log(
    `  acknowledged ${acknowledged}, lost ${lost.length}, doubled ${doubled.length}, otherwise wrong ${wrong.length + faults.length}`,
  );
  console.log(
    `  mails ${mails.delivered}, of which twice ${mails.twice}: taken by the mail server in the moment of a kill`,
  );
  console.log(`  events ${events.delivered}, of which twice ${events.twice}, with the same webhook-id`);
  const broken = brokenBy(report);
  for (const fault of broken) console.log(`  ! ${fault}`);
  if (broken.length) process.exitCode = 1;
}
