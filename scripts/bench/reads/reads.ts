import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { median, printTable } from "../figures.ts";
import { cpuMs, type Env, memoryMb, type Program, ROOT, serve, start, startHelper, UNLIMITED } from "../programs.ts";
import type { Request, SenderQuestions, Sent } from "../sender.ts";
import { createGround } from "./ground.ts";
import { BARE, REST, SUBJECTS, type Subject } from "./subjects.ts";

export type Round = Sent & { cpuUs: number };
/** Requests, and the program that answers them. */
export type Target = { name: string; program: Pick<Program, "url" | "child">; requests: Request[] };
export const ROUND_OPTIONS = {
  seconds: { type: "string", default: "2" },
  rounds: { type: "string", default: "7" },
  "warm-up": { type: "string", default: "20" },
  only: { type: "string", default: "" },
} as const;
const IDLE_MS = 50;
const WARM_SECONDS = 2;

/** Asks each target in turn, round after round, so that the load of the machine affects all of them. */
export async function alternate(
  targets: Target[],
  { rounds, seconds, "warm-up": warmUp }: Record<"rounds" | "seconds" | "warm-up", string>,
): Promise<Map<string, Round[]>> {
  const sender = startHelper<SenderQuestions>("sender.ts");
  const measure = async ({ name, program: { url, child } }: Target, seconds: number): Promise<Round> => {
    const before = cpuMs(child);
    const sent = await sender.ask("send", { name, origin: url, seconds });
    return { ...sent, cpuUs: ((cpuMs(child) - before) * 1000) / sent.answers };
  };
  const figures = new Map(targets.map(({ name }) => [name, [] as Round[]]));
  try {
    for (const target of targets) {
      await sender.ask("prepare", { name: target.name, requests: target.requests });
      // Everything once before it is measured, unless that takes too long.
      for (
        let spent = 0, answers = 0;
        spent < Number(warmUp) && answers < target.requests.length;
        spent += WARM_SECONDS
      )
        answers += (await measure(target, WARM_SECONDS)).answers;
    }
    for (let round = 0; round < Number(rounds); round++)
      for (const target of targets) figures.get(target.name)!.push(await measure(target, Number(seconds)));
    return figures;
  } finally {
    await sender.end();
  }
}

/** Until a server has read what it keeps in memory. */
export async function settled({ child }: Program): Promise<void> {
  for (let before = cpuMs(child), used = Infinity; used > IDLE_MS; ) {
    await delay(1000);
    const now = cpuMs(child);
    [used, before] = [now - before, now];
  }
}

/** CPU time of random reads while another process writes: `--rows`, `--writes`, `--only`, `--beside CHECKOUT`. */
export async function benchReads(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      rows: { type: "string", default: "10000,100000" },
      writes: { type: "string", default: "1" },
      beside: { type: "string" },
      lists: { type: "boolean", default: false },
      folder: { type: "string", default: folder },
      ...ROUND_OPTIONS,
    },
  });
  const { only, beside, lists, writes } = values;
  const isWanted = ({ name, isLong }: Subject) =>
    name === BARE || name === REST || (only ? name.includes(only) : lists || !isLong);
  const sizes = values.rows.split(",").map(Number);
  const columns = new Map<string, Map<string, Round[]>>();
  const extra = new Map<string, number[]>([
    ["start, ms", []],
    ["memory afterwards, MB", []],
  ]);
  for (const rows of sizes) {
    const checkouts: [name: string, checkout: string][] = [["now", ROOT]];
    if (beside) checkouts.unshift(["before", resolve(beside)]);
    const programs: Program[] = [];
    const targets: Target[] = [];
    try {
      for (const [column, checkout] of checkouts) {
        const env: Env & { DATA_DIR: string } = { ...UNLIMITED, DATA_DIR: join(values.folder, `${rows}-${column}`) };
        const ground = await createGround(env, rows, checkout);
        const from = performance.now();
        const served = await serve(env, checkout);
        extra.get("start, ms")!.push(performance.now() - from);
        const bare = await start("scripts/bench/reads/bare.ts", [join(env.DATA_DIR, "debut.db")], {});
        programs.push(served, bare);
        await settled(served);
        for (const subject of SUBJECTS.filter((one) => isWanted(one) && (ground.cookie || !one.isPersonal)))
          targets.push({
            name: `${subject.name}|${rows} ${column}`,
            program: subject.isBare ? bare : served,
            requests: await subject.requests({ ...ground, url: served.url }),
          });
        if (!beside) programs.push(await start("scripts/bench/reads/writer.ts", [String(rows), writes], env));
      }
      for (const [name, rounds] of await alternate(targets, values)) {
        const [subject, column] = name.split("|") as [string, string];
        columns.set(column, (columns.get(column) ?? new Map<string, Round[]>()).set(subject, rounds));
      }
      for (const program of programs.filter(({ child }) => child.spawnargs.includes("serve")))
        extra.get("memory afterwards, MB")!.push(memoryMb(program.child));
    } finally {
      await Promise.all(programs.map((program) => program.stop()));
    }
  }
  for (const [column, figures] of columns) printColumn(column, figures);
  if (columns.size > 1) printBeside(columns, extra);
}

const of = (rounds: Round[], key: keyof Round): number => median(rounds.map((round) => round[key]));

function printColumn(column: string, figures: Map<string, Round[]>): void {
  const head = [column, "CPU µs", "of bare", "of REST", "answers/s", "p50 ms", "p99 ms", "sender busy %"];
  const rows = [...figures].map(([name, rounds]) => {
    const ratioTo = (other: string) =>
      median(figures.get(other)!.map(({ cpuUs }, nth) => cpuUs / rounds[nth]!.cpuUs)).toFixed(2);
    const rates = [of(rounds, "perSecond").toFixed(0), of(rounds, "p50").toFixed(1), of(rounds, "p99").toFixed(1)];
    const busy = (Math.max(...rounds.map((round) => round.busy)) * 100).toFixed(0);
    return [name, of(rounds, "cpuUs").toFixed(0), ratioTo(BARE), ratioTo(REST), ...rates, busy];
  });
  console.log();
  printTable([head, ...rows]);
}

/** Medians of CPU time, and the last by the first, round by round. */
function printBeside(columns: Map<string, Map<string, Round[]>>, extra: Map<string, number[]>): void {
  const all = [...columns.values()];
  const [first, last] = [all[0]!, all.at(-1)!];
  const rows = [...last].flatMap(([name, rounds]) => {
    const before = first.get(name);
    if (!before) return [];
    const ratio = median(rounds.map(({ cpuUs }, nth) => cpuUs / before[nth]!.cpuUs));
    return [[name, ...all.map((figures) => of(figures.get(name)!, "cpuUs").toFixed(0)), ratio.toFixed(2)]];
  });
  const more = [...extra].map(([name, list]) => [name, ...list.map((value) => value.toFixed(0)), ""]);
  console.log();
  printTable([["CPU µs", ...columns.keys(), "last / first"], ...rows, ...more]);
}
