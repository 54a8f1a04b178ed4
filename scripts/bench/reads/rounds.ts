import { startHelper } from "../attack/talk.ts";
import type { Program } from "../programs.ts";
import { quantile } from "../quantile.ts";
import { printTable } from "../table.ts";
import { cpuSeconds } from "./cpu.ts";
import type { SenderQuestions, Sent } from "./sender.ts";
import type { Request } from "./subject.ts";

const WARM_UP_SECONDS = 2;
/** A row is asked for all that it asks once before it is measured, unless that takes longer. */
export const MOST_WARM_UP_SECONDS = 20;

/** Requests, and the program that answers them. */
export type Target = { name: string; program: Pick<Program, "url" | "child">; requests: Request[] };
export type Round = Sent & { cpuUs: number };
/** The rounds of each target by its name. */
export type Figures = Map<string, Round[]>;

export const ROUND_OPTIONS = {
  seconds: { type: "string", default: "2" },
  rounds: { type: "string", default: "7" },
  markdown: { type: "boolean", default: false },
} as const;

type Rounds = {
  rounds: number;
  seconds: number;
  /** The longest time for which a target is asked before it is measured. */
  warmUpSeconds?: number;
  before?: (round: number) => Promise<void>;
};

/** Asks each target in turn, round after round, so that the load of the machine affects all of them. */
export async function alternate(
  targets: Target[],
  { rounds, seconds, warmUpSeconds = MOST_WARM_UP_SECONDS, before = async () => undefined }: Rounds,
): Promise<Figures> {
  const sender = startHelper<SenderQuestions>("../reads/sender.ts");
  const measure = async ({ name, program: { url, child } }: Target, seconds: number): Promise<Round> => {
    const before = cpuSeconds(child);
    const sent = await sender.ask("send", { name, origin: url, seconds });
    return { ...sent, cpuUs: ((cpuSeconds(child) - before) * 1e6) / sent.answers };
  };
  const figures: Figures = new Map(targets.map(({ name }) => [name, []]));
  try {
    for (const target of targets) {
      await sender.ask("prepare", { name: target.name, requests: target.requests });
      for (let spent = 0, answers = 0; spent < warmUpSeconds && answers < target.requests.length; )
        [spent, answers] = [spent + WARM_UP_SECONDS, answers + (await measure(target, WARM_UP_SECONDS)).answers];
    }
    for (let round = 0; round < rounds; round++) {
      await before(round);
      for (const target of targets) figures.get(target.name)!.push(await measure(target, seconds));
    }
    return figures;
  } finally {
    await sender.end();
  }
}

export const median = (values: number[]): number => quantile(values, 0.5);

/** One of every so many rounds of each target. */
export const everyNth = (figures: Figures, nth: number, of: number): Figures =>
  new Map([...figures].map(([name, rounds]) => [name, rounds.filter((_, round) => round % of === nth)]));

/** Medians of CPU time in columns, and how much more the last one is, round by round. */
export function printBeside(columns: ReadonlyMap<string, Figures>, isMarkdown: boolean): void {
  const [first, last] = [[...columns.values()][0]!, [...columns.values()].at(-1)!];
  const rows = [...last].map(([name, rounds]) => [
    name,
    ...[...columns.values()].map((figures) => median(figures.get(name)!.map(({ cpuUs }) => cpuUs)).toFixed(0)),
    median(rounds.map(({ cpuUs }, nth) => cpuUs / first.get(name)![nth]!.cpuUs)).toFixed(2),
  ]);
  printTable([["CPU µs", ...columns.keys(), "last / first"], ...rows], isMarkdown);
}

/** Medians of all rounds, beside the CPU time of the targets named in `beside`; prints them in columns or as Markdown. */
export function printFigures(figures: Figures, beside: Record<string, string>, isMarkdown: boolean): void {
  const head = ["", "CPU µs", ...Object.keys(beside), "answers/s", "p50 ms", "p99 ms", "sender busy %"];
  const rows = [...figures].map(([name, rounds]) => {
    const of = (key: keyof Round) => median(rounds.map((round) => round[key]));
    const ratioTo = (other: string) =>
      median(figures.get(other)!.map(({ cpuUs }, nth) => cpuUs / rounds[nth]!.cpuUs)).toFixed(2);
    const busiest = Math.max(...rounds.map(({ busy }) => busy)) * 100;
    const times = [of("perSecond").toFixed(0), of("p50").toFixed(1), of("p99").toFixed(1), busiest.toFixed(0)];
    return [name, of("cpuUs").toFixed(0), ...Object.values(beside).map(ratioTo), ...times];
  });
  printTable([head, ...rows], isMarkdown);
}
