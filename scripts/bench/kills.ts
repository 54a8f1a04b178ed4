import { join } from "node:path";
import { parseArgs } from "node:util";
import { crash } from "../../test/crash/crash.ts";
import type { Wait } from "../../test/crash/deeds.ts";
import { sendToMany } from "../../test/crash/digest.ts";
import { brokenBy, type Finding } from "../../test/crash/inspect.ts";
import { crashNodes } from "../../test/crash/nodes.ts";
import { crashPair } from "../../test/crash/pair.ts";
import { median, spread } from "./figures.ts";
import { ROOT } from "./programs.ts";

const MINUTE_MS = 60_000;
const MB = 1e6;
const TOO_LONG_MS = 10_000;
/** As many websites to draft from and to claim as fit into one setting. */
const SITES = { sites: 3000, claimable: 300 };

const optionsOf = (args: string[], names: string[]): Record<string, string | undefined> =>
  parseArgs({ args, options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])) }).values;

type Report = Finding & { faults: string[]; acknowledged: number; mails: { delivered: number; twice: number } };

/** Prints what became of writes. Anything wrong makes the benchmark fail. */
export function printOutcome(report: Report): void {
  const { lost, doubled, wrong, faults, acknowledged, mails } = report;
  const otherwise = wrong.length + faults.length;
  console.log(
    `  acknowledged ${acknowledged}, lost ${lost.length}, doubled ${doubled.length}, otherwise wrong ${otherwise}`,
  );
  console.log(`  emails ${mails.delivered}, of which twice ${mails.twice}, accepted in the moment of a kill`);
  const broken = brokenBy(report);
  for (const fault of broken.slice(0, 20)) console.log(`  ! ${fault}`);
  if (broken.length) process.exitCode = 1;
}

/** Kills the server during every kind of write: `--kills 300`, `--frozen 20` copies per life, `--seed TEXT`. */
export async function benchCrash(_folder: string, args: string[]): Promise<void> {
  const given = optionsOf(args, ["kills", "frozen", "seed"]);
  const report = await crash({
    kills: Number(given.kills ?? 40),
    frozen: Number(given.frozen ?? 0),
    seed: given.seed ?? `run ${Date.now()}`,
    tell: (text) => console.log(`  ${text}`),
  });
  const { seed, kills, killedAtStart, frozen, events, counts } = report;
  console.log(`  ${kills} kills (${killedAtStart} of them during a start), ${frozen} frozen copies, seed "${seed}"`);
  for (const [name, count] of Object.entries(counts)) console.log(`    ${name.padEnd(32)} ${count}`);
  console.log(`  events ${events.delivered}, of which twice ${events.twice}, with the same webhook-id`);
  printOutcome(report);
}

/** Tells whether the time is over, and how much of it passed; it begins with the first question. */
function clock(minutes: number) {
  let started: number | undefined;
  const passedMs = () => {
    started ??= performance.now();
    return performance.now() - started;
  };
  return {
    isOver: () => passedMs() > minutes * MINUTE_MS,
    tell: (text: string) => console.log(`  ${(passedMs() / MINUTE_MS).toFixed(1)} min  ${text}`),
  };
}

/** Two servers on one folder under every kind of write: `--minutes 8`, `--seed TEXT`, with or without kills. */
export async function soakPair(minutes: number, seed: string, kill: boolean): Promise<void> {
  const report = await crashPair({ ...clock(minutes), kill, answersBetweenKills: [400, 1600], seed, sites: SITES });
  const { kills, cutOff, served, walBytes, times } = report;
  console.log(`  kills ${kills}, requests cut off by them ${cutOff}, connections ${served.join(" and ")}`);
  console.log(`  answers ${times.length}, ${spread(times)}; log at most ${(walBytes / MB).toFixed(0)} MB`);
  printOutcome(report);
}

/** Three nodes on PostgreSQL, while nodes and the database are killed: `--minutes 15`, `--seed TEXT`. */
export async function benchChaos(_folder: string, args: string[]): Promise<void> {
  const given = optionsOf(args, ["minutes", "seed"]);
  const report = await crashNodes({
    ...clock(Number(given.minutes ?? 15)),
    program: [process.execPath, join(ROOT, "server/main.ts")],
    answersBetweenKills: [100, 400],
    seed: given.seed ?? `run ${Date.now()}`,
    sites: SITES,
  });
  const { seed, kills, waits, served } = report;
  console.log(
    `  kills of nodes ${kills.nodes}, of the database ${kills.database}, seed "${seed}", connections ${served}`,
  );
  // A website is checked for up to eight seconds before the answer says that it still is.
  const quick = waits.filter(({ what }) => !what.endsWith("/verify"));
  const sum = (count: (wait: Wait) => number) => waits.reduce((total, wait) => total + count(wait), 0);
  const tries = `503 ${sum(({ refused }) => refused)}, cut off ${sum(({ cutOff }) => cutOff)}`;
  console.log(`  waits ${quick.length}, ${spread(quick.map(({ ms }) => ms))}; tries answered with ${tries}`);
  const slow = quick.filter(({ ms }) => ms > TOO_LONG_MS);
  for (const { ms, what } of slow) console.log(`  ! ${ms.toFixed(0)} ms  ${what}`);
  if (slow.length) process.exitCode = 1;
  printOutcome(report);
}

/** The weekly digest over SMTP: `--readers 10000`, `--kills 20`, `--speed 12` lets an hour pass in five minutes. */
export async function benchDigest(_folder: string, args: string[]): Promise<void> {
  const given = optionsOf(args, ["readers", "kills", "speed", "seed"]);
  const report = await sendToMany({
    readers: Number(given.readers ?? 10_000),
    kills: Number(given.kills ?? 20),
    speed: Number(given.speed ?? 12),
    seed: given.seed ?? "digest",
    tell: (text) => console.log(text),
  });
  const { wanted, once, twice, lost, strangers, quiet, kills, cpuMs, mostRss } = report;
  console.log(`  readers ${wanted + quiet}, wanted ${wanted}, nothing to say to ${quiet}, kills ${kills}`);
  console.log(`  once ${once}, twice ${twice.length}, lost ${lost.length}, to others ${strangers.length}`);
  console.log(`  CPU ${(cpuMs / wanted).toFixed(2)} ms an email, most memory ${(mostRss / MB).toFixed(0)} MB`);
  // The first and the last minute are parts of one.
  const whole = report.byMinute.slice(1, -1);
  console.log(`  a minute: least ${Math.min(...whole)}, median ${median(whole)}, most ${Math.max(...whole)}`);
}
