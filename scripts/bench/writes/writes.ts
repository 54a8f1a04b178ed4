import { cpSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startHelper } from "../attack/talk.ts";
import { type Program, start } from "../programs.ts";
import { quantile } from "../quantile.ts";
import { ROUND_OPTIONS } from "../reads/rounds.ts";
import type { SenderQuestions } from "../reads/sender.ts";
import { printTable } from "../table.ts";
import type { AloneQuestions, Written } from "./alone.ts";
import { syncsPerSecond } from "./disk.ts";
import { createWriters, writtenTo } from "./ground.ts";

const WARM_UP_SECONDS = 2;
/** The program, or the store alone: its writes with and without waiting for the disk. */
type Round = { syncs: number; unsynced: number } & Pick<Written, "perSecond" | "p50" | "p99">;

/** Edits by so many writers at a time, beside the disk's own rate and beside the same program without the disk. */
export async function benchWrites(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      rows: { type: "string", default: "10000" },
      writers: { type: "string", default: "1,8,64" },
      ...ROUND_OPTIONS,
    },
  });
  const [rows, rounds, seconds] = [Number(values.rows), Number(values.rounds), Number(values.seconds)];
  const [durable, unsynced, apart] = ["durable", "unsynced", "apart"].map((name) => join(folder, name));
  const { file, edits } = await createWriters(writtenTo(durable!), rows);
  for (const copy of [unsynced!, apart!]) cpSync(durable!, copy, { recursive: true });
  const alone = startHelper<AloneQuestions>("../writes/alone.ts");
  const sender = startHelper<SenderQuestions>("../reads/sender.ts");
  const hook = `--import=${join(import.meta.dirname, "no-sync.mjs")}`;
  const programs = await Promise.all([
    start("server/main.ts", ["serve", "--json"], writtenTo(durable!)),
    start("server/main.ts", ["serve", "--json"], { ...writtenTo(unsynced!), NODE_OPTIONS: hook }),
  ]);
  const aloneFile = file.replace(durable!, apart!);
  try {
    await sender.ask("prepare", { name: "edits", requests: edits });
    const send = ({ url }: Program, connections: number, seconds: number) =>
      sender.ask("send", { name: "edits", origin: url, seconds, connections });
    const write = (isDurable: boolean, writers: number, seconds: number) =>
      alone.ask("write", { file: aloneFile, isDurable, listings: rows, writers, seconds });
    const figures = new Map<string, Round[]>();
    for (const writers of values.writers.split(",").map(Number)) {
      for (const program of programs) await send(program, writers, WARM_UP_SECONDS);
      const { bytesPerWrite } = await write(true, writers, WARM_UP_SECONDS);
      const [served, stored]: [Round[], Round[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const syncs = syncsPerSecond(folder, Math.ceil(bytesPerWrite * writers), seconds);
        const [real, free] = programs;
        served.push({
          syncs,
          unsynced: (await send(free, writers, seconds)).perSecond,
          ...(await send(real, writers, seconds)),
        });
        const without = await write(false, writers, seconds);
        stored.push({ syncs, unsynced: without.perSecond, ...(await write(true, writers, seconds)) });
      }
      figures.set(
        `REST edits, ${writers} at a time`,
        served.map((round) => ({ ...round, syncs: round.syncs * writers })),
      );
      figures.set(
        `store alone, ${writers} at a time`,
        stored.map((round) => ({ ...round, syncs: round.syncs * writers })),
      );
    }
    printWrites(figures, values.markdown);
  } finally {
    await Promise.all([...programs.map((program) => program.stop()), alone.end(), sender.end()]);
  }
}

function printWrites(figures: Map<string, Round[]>, isMarkdown: boolean): void {
  const head = ["", "disk allows/s", "without the disk/s", "writes/s", "of what both allow", "p50 ms", "p99 ms"];
  const lines = [...figures].map(([name, rounds]) => {
    const median = (of: (round: Round) => number) => quantile(rounds.map(of), 0.5);
    const share = median(({ perSecond, syncs, unsynced }) => perSecond / Math.min(syncs, unsynced));
    const rates = [
      median(({ syncs }) => syncs),
      median(({ unsynced }) => unsynced),
      median(({ perSecond }) => perSecond),
    ];
    const times = [median(({ p50 }) => p50), median(({ p99 }) => p99)];
    return [name, ...rates.map((rate) => rate.toFixed(0)), share.toFixed(2), ...times.map((ms) => ms.toFixed(1))];
  });
  printTable([head, ...lines], isMarkdown);
}
