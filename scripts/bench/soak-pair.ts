import { crashPair } from "../../test/crash/pair.ts";
import { printOutcome, printTimes } from "./crash-outcome.ts";

const MINUTE_MS = 60_000;
const MB = 1e6;

/** Two servers on one folder under every kind of write, for minutes; prints lost and duplicate writes and response times. */
export async function soakPair({
  minutes,
  seed,
  kill,
  sites,
}: {
  minutes: number;
  seed: string;
  kill: boolean;
  sites: { sites: number; claimable: number };
}): Promise<void> {
  const started = performance.now();
  const report = await crashPair({
    isOver: () => performance.now() - started > minutes * MINUTE_MS,
    kill,
    answersBetweenKills: [400, 1600],
    seed,
    sites,
    tell: (text) => console.log(`  ${((performance.now() - started) / MINUTE_MS).toFixed(1)} min  ${text}`),
  });
  const { kills, cutOff, served, walBytes } = report;
  console.log(`  kills ${kills}, requests cut off by them ${cutOff}, connections ${served.join(" and ")}`);
  printTimes(report);
  console.log(`  log at most ${(walBytes / MB).toFixed(0)} MB between two rounds`);
  printOutcome(report);
}
