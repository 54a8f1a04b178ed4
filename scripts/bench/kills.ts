import { crash } from "../../test/crash/crash.ts";
import type { Wait } from "../../test/crash/deeds.ts";
import { sendToMany } from "../../test/crash/digest.ts";
import { brokenBy, type Finding } from "../../test/crash/inspect.ts";
import { crashNodes } from "../../test/crash/nodes.ts";
import { crashPair } from "../../test/crash/pair.ts";
import { median, optionsOf, spread } from "./figures.ts";
import { node } from "./programs.ts";

const MINUTE_MS = 60_000;
const MB = 1e6;
const TOO_LONG_MS = 10_000;
/** As many websites to draft from and to claim as fit into one setting. */
const SITES = { sites: 3000, claimable: 300 };

type Report = Finding & { faults: string[]; acknowledged: number; mails: { delivered: number; twice: number } };

/** Prints what became of writes. A broken promise makes the benchmark fail. */
function printOutcome(report: Report): void {
  const { lost, doubled, wrong, faults, acknowledged, mails } = report;
  const counts = `lost ${lost.length}, doubled ${doubled.length}, otherwise wrong ${wrong.length + faults.length}`;
  console.log(`  acknowledged ${acknowledged}, ${counts}`);
  console.log(`  emails ${mails.delivered}, of which twice ${mails.twice}, accepted in the moment of a kill`);
  failWith(brokenBy(report));
}

/** Prints the first faults; any makes the benchmark fail. */
export function failWith(faults: string[]): void {
  for (const fault of faults.slice(0, 20)) console.log(`  ! ${fault}`);
  if (faults.length) process.exitCode = 1;
}

const tell = (text: string) => console.log(`  ${text}`);

/** Kills the server during every kind of write: `--kills 300`, `--frozen 20` copies per life, `--seed TEXT`. */
export async function benchCrash(_folder: string, args: string[]): Promise<void> {
  const report = await crash({ ...optionsOf(args, { kills: 40, frozen: 0, seed: `run ${Date.now()}` }), tell });
  const { seed, kills, killedAtStart, frozen, events, counts } = report;
  tell(`${kills} kills (${killedAtStart} of them during a start), ${frozen} frozen copies, seed "${seed}"`);
  for (const [name, count] of Object.entries(counts)) tell(`  ${name.padEnd(32)} ${count}`);
  tell(`events ${events.delivered}, of which twice ${events.twice}, with the same webhook-id`);
  printOutcome(report);
}

/** Says whether the time is over and how much of it passed. It begins with the first question. */
function clock(minutes: number) {
  let started: number | undefined;
  const passedMs = () => {
    started ??= performance.now();
    return performance.now() - started;
  };
  return {
    isOver: () => passedMs() > minutes * MINUTE_MS,
    tell: (text: string) => tell(`${(passedMs() / MINUTE_MS).toFixed(1)} min  ${text}`),
  };
}

/** Two servers on one folder under every kind of write, with or without kills. */
export async function soakPair(minutes: number, seed: string, kill: boolean): Promise<void> {
  const report = await crashPair({ ...clock(minutes), kill, answersBetweenKills: [400, 1600], seed, sites: SITES });
  const { kills, cutOff, served, walBytes, times } = report;
  tell(`kills ${kills}, requests cut off by them ${cutOff}, connections ${served.join(" and ")}`);
  tell(`answers ${times.length}, ${spread(times)}; log at most ${(walBytes / MB).toFixed(0)} MB`);
  printOutcome(report);
}

/** Three nodes on PostgreSQL, while nodes and the database are killed: `--minutes 15`, `--seed TEXT`. */
export async function benchChaos(_folder: string, args: string[]): Promise<void> {
  const { minutes, seed } = optionsOf(args, { minutes: 15, seed: `run ${Date.now()}` });
  const program = [...node("server/main.ts")];
  const answersBetweenKills: [number, number] = [100, 400];
  const report = await crashNodes({ ...clock(minutes), program, answersBetweenKills, seed, sites: SITES });
  const { kills, waits, served } = report;
  tell(`kills of nodes ${kills.nodes}, of the database ${kills.database}, seed "${seed}", connections ${served}`);
  // A website is checked for up to eight seconds before the answer says that it still is.
  const quick = waits.filter(({ what }) => !what.endsWith("/verify"));
  const sum = (count: (wait: Wait) => number) => waits.reduce((total, wait) => total + count(wait), 0);
  const tries = `503 ${sum(({ refused }) => refused)}, cut off ${sum(({ cutOff }) => cutOff)}`;
  tell(`waits ${quick.length}, ${spread(quick.map(({ ms }) => ms))}; tries answered with ${tries}`);
  failWith(quick.filter(({ ms }) => ms > TOO_LONG_MS).map(({ ms, what }) => `${ms.toFixed(0)} ms  ${what}`));
  printOutcome(report);
}

/** The weekly digest over SMTP: `--readers 10000`, `--kills 20`, `--speed 12` lets an hour pass in five minutes. */
export async function benchDigest(_folder: string, args: string[]): Promise<void> {
  const options = optionsOf(args, { readers: 10_000, kills: 20, speed: 12, seed: "digest" });
  const report = await sendToMany({ ...options, tell: (text) => console.log(text) });
  const { wanted, once, twice, lost, strangers, quiet, kills, cpuMs, mostRss } = report;
  tell(`readers ${wanted + quiet}, wanted ${wanted}, nothing to say to ${quiet}, kills ${kills}`);
  tell(`once ${once}, twice ${twice.length}, lost ${lost.length}, to others ${strangers.length}`);
  tell(`CPU ${(cpuMs / wanted).toFixed(2)} ms an email, most memory ${(mostRss / MB).toFixed(0)} MB`);
  // The first and the last minute are parts of one.
  const whole = report.byMinute.slice(1, -1);
  tell(`a minute: least ${Math.min(...whole)}, median ${median(whole)}, most ${Math.max(...whole)}`);
}
