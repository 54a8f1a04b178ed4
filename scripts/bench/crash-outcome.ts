import { brokenBy, type Finding } from "../../test/crash/inspect.ts";
import { quantile } from "./quantile.ts";

type Report = Finding & {
  faults: string[];
  times: number[];
  acknowledged: number;
  mails: { delivered: number; twice: number };
};

/** How long answers took while servers were killed. */
export function printTimes({ times }: Report): void {
  const ms = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
  console.log(`  answers ${times.length}, p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)}`);
}

/** What became of writes. Anything wrong makes the benchmark fail. */
export function printOutcome(report: Report): void {
  const { lost, doubled, wrong, faults, acknowledged, mails } = report;
  console.log(
    `  acknowledged ${acknowledged}, lost ${lost.length}, doubled ${doubled.length}, otherwise wrong ${wrong.length + faults.length}`,
  );
  console.log(
    `  mails ${mails.delivered}, of which twice ${mails.twice}: taken by the mail server in the moment of a kill`,
  );
  const all = brokenBy(report);
  for (const fault of all.slice(0, 20)) console.log(`  ! ${fault}`);
  if (all.length) process.exitCode = 1;
}
