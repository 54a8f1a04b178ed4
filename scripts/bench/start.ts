import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { median, printTable } from "./figures.ts";
import { type Command, cpuMs, memoryMb, node, ROOT, start } from "./programs.ts";

const ROUNDS = 5;
const IDLE_MS = 5_000;
const EXECUTABLE = join(ROOT, "dist/debut");
const WAYS: Record<string, Command> = { "dist/debut": [EXECUTABLE], "node server/main.ts": node("server/main.ts") };

/** Time until the first page, with a new and with an existing database, and the memory of the idle program. */
export async function benchStart(folder: string): Promise<void> {
  if (!existsSync(EXECUTABLE)) execFileSync(process.execPath, [join(ROOT, "scripts/release.ts")], { stdio: "ignore" });
  const rounds = new Map(Object.keys(WAYS).map((name) => [name, [] as number[][]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, command] of Object.entries(WAYS)) {
      const data = join(folder, `${name.replace(/\W/g, "-")}-${round}`);
      const [first] = await startAndAsk(command, data, 0);
      rounds.get(name)!.push([first!, ...(await startAndAsk(command, data, IDLE_MS))]);
    }
  const heads = ["first start, ms", "later start, ms", "CPU time, ms", "memory, MB", "of it its own, MB"];
  const rows = [...rounds].map(([program, all]) => {
    const medians = heads.map((head, column) => [head, median(all.map((one) => one[column]!))]);
    return { program, ...Object.fromEntries(medians) };
  });
  printTable(rows);
}

/** Starts the program, requests its home page, waits, and reads its memory. */
async function startAndAsk(command: Command, DATA_DIR: string, idleMs: number): Promise<number[]> {
  const started = performance.now();
  const env = { DATA_DIR, PORT: "0", LOG_LEVEL: "warn" };
  const { url, child, stop } = await start([...command, "serve", "--json"], { env });
  try {
    await (await fetch(url)).arrayBuffer();
    const figures = [performance.now() - started, cpuMs(child)];
    await delay(idleMs);
    return [...figures, memoryMb(child), memoryMb(child, "RssAnon")];
  } finally {
    await stop();
  }
}
