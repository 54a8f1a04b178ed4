import { crashPair } from "../../test/crash/pair.ts";
import { quantile } from "./quantile.ts";

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
  const { lost, doubled, wrong, faults, times, kills, cutOff, served, acknowledged, mails, walBytes } = report;
  const ms = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
  console.log(`  kills ${kills}, requests cut off by them ${cutOff}, connections ${served.join(" and ")}`);
  console.log(`  answers ${times.length}, p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)}`);
  console.log(`  log at most ${(walBytes / MB).toFixed(0)} MB between two rounds`);
  console.log(
    `  acknowledged ${acknowledged}, lost ${lost.length}, doubled ${doubled.length}, otherwise wrong ${wrong.length + faults.length}`,
  );
  console.log(
    `  mails ${mails.delivered}, of which twice ${mails.twice}: taken by the mail server in the moment of a kill`,
  );
  for (const fault of [...lost, ...doubled, ...wrong, ...faults].slice(0, 20)) console.log(`  ! ${fault}`);
  if (lost.length + doubled.length + wrong.length + faults.length) process.exitCode = 1;
}
