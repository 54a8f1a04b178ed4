import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Asked as Request } from "../attack/client.ts";
import { median, optionsOf, printTable } from "../figures.ts";
import { cpuMs, memoryMb, node, type Program, ROOT, serve, start, startHelper, UNLIMITED } from "../programs.ts";
import type { SenderQuestions, Sent } from "../sender.ts";
import { createGround } from "./ground.ts";
import { BARE, REST, SUBJECTS, type Subject } from "./subjects.ts";

type Round = Sent & { cpuUs: number };
/** Requests, and the program that answers them. */
type Target = { subject: string; column: string; program: Program; requests: Request[]; rounds: Round[] };

const DEFAULTS = { rows: "10000,100000", writes: "1", beside: "", lists: false, folder: "", only: "" };
const ROUNDS = { seconds: 2, rounds: 7, "warm-up": 20 };
const IDLE_MS = 50;
const WARM_SECONDS = 2;

/** CPU time of random reads while another process writes: `--rows`, `--writes`, `--only`, `--beside CHECKOUT`. */
export async function benchReads(folder: string, args: string[]): Promise<void> {
  const { only, beside, lists, ...given } = optionsOf(args, { ...DEFAULTS, ...ROUNDS });
  const isWanted = ({ name, isLong }: Subject) =>
    name === BARE || name === REST || (only ? name.includes(only) : lists || !isLong);
  const checkouts = [...(beside ? [["before", resolve(beside)] as const] : []), ["now", ROOT] as const];
  const done: Target[] = [];
  for (const rows of given.rows.split(",")) {
    const programs: Program[] = [];
    const targets: Target[] = [];
    try {
      for (const [name, checkout] of checkouts) {
        const column = `${rows} ${name}`;
        const env = { ...UNLIMITED, DATA_DIR: join(given.folder || folder, `${rows}-${name}`) };
        const ground = await createGround(env, Number(rows), checkout);
        const from = performance.now();
        const served = await serve(env, checkout);
        console.log(`  ${column}: start ${(performance.now() - from).toFixed(0)} ms`);
        const bare = await start(node("scripts/bench/reads/bare.ts", join(env.DATA_DIR, "debut.db")));
        programs.push(served, bare);
        await settled(served);
        for (const subject of SUBJECTS.filter((one) => isWanted(one) && (ground.cookie || !one.isPersonal))) {
          const requests = await subject.requests({ ...ground, url: served.url });
          const program = subject.isBare ? bare : served;
          targets.push({ ...{ subject: subject.name, column, requests, rounds: [] }, program });
        }
        const writer = node("scripts/bench/reads/writer.ts", rows, given.writes);
        if (!beside) programs.push(await start(writer, { env: { ...process.env, ...env } }));
      }
      await alternate(targets, given);
      done.push(...targets);
      for (const [column, [target]] of Map.groupBy(
        targets.filter(({ subject }) => subject === REST),
        (one) => one.column,
      ))
        console.log(`  ${column}: memory afterwards ${memoryMb(target!.program.child).toFixed(0)} MB`);
    } finally {
      await Promise.all(programs.map((program) => program.stop()));
    }
  }
  print(done);
}

/** Until a server has read what it keeps in memory. */
async function settled({ child }: Program): Promise<void> {
  for (let before = cpuMs(child), used = Infinity; used > IDLE_MS; ) {
    await delay(1000);
    const now = cpuMs(child);
    [used, before] = [now - before, now];
  }
}

/** Asks each target in turn, round after round, so that the load of the machine affects all of them. */
async function alternate(targets: Target[], { rounds, seconds, "warm-up": warmUp }: typeof ROUNDS): Promise<void> {
  const sender = startHelper<SenderQuestions>("sender.ts");
  const nameOf = ({ subject, column }: Target) => `${subject}, ${column}`;
  const measure = async (target: Target, seconds: number): Promise<Round> => {
    const { url, child } = target.program;
    const before = cpuMs(child);
    const sent = await sender.ask("send", { name: nameOf(target), origin: url, seconds });
    return { ...sent, cpuUs: ((cpuMs(child) - before) * 1000) / sent.answers };
  };
  try {
    for (const target of targets) {
      const { requests } = target;
      await sender.ask("prepare", { name: nameOf(target), requests });
      // Everything once before it is measured, unless that takes too long.
      for (let spent = 0, answers = 0; spent < warmUp && answers < requests.length; spent += WARM_SECONDS)
        answers += (await measure(target, WARM_SECONDS)).answers;
    }
    for (let round = 0; round < rounds; round++)
      for (const target of targets) target.rounds.push(await measure(target, seconds));
  } finally {
    await sender.end();
  }
}

/** A table for each database and checkout; the last column compares with the first of them, round by round. */
function print(targets: Target[]): void {
  const find = (column: string, name: string) => targets.find((one) => one.column === column && one.subject === name);
  for (const [column, own] of Map.groupBy(targets, (target) => target.column)) {
    const rows = own.map((target) => {
      const of = (key: keyof Round): number => median(target.rounds.map((round) => round[key]));
      const ratio = (one?: Target, other?: Target): number =>
        median(one?.rounds.map(({ cpuUs }, nth) => cpuUs / other!.rounds[nth]!.cpuUs) ?? []);
      return {
        [column]: target.subject,
        "CPU µs": of("cpuUs"),
        "of bare": ratio(target, find(column, BARE)),
        "of REST": ratio(target, find(column, REST)),
        "answers/s": of("perSecond"),
        "p50 ms": of("p50"),
        "p99 ms": of("p99"),
        "sender busy %": 100 * Math.max(...target.rounds.map(({ busy }) => busy)),
        "CPU / first": ratio(target, find(targets[0]!.column, target.subject)),
      };
    });
    console.log();
    printTable(rows);
  }
}
