import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../test/helpers/free-port.ts";
import { median, printTable } from "./figures.ts";
import { cpuMs, memoryMb, ROOT } from "./programs.ts";

const ROUNDS = 5;
const IDLE_MS = 5_000;
const EXECUTABLE = join(ROOT, "dist/debut");
const WAYS: Record<string, [string, ...string[]]> = {
  "dist/debut": [EXECUTABLE],
  "node server/main.ts": [process.execPath, join(ROOT, "server/main.ts")],
};

/** Time until the first page, with a new and with an existing database, and the memory of the idle program. */
export async function benchStart(folder: string): Promise<void> {
  if (!existsSync(EXECUTABLE)) execFileSync(process.execPath, [join(ROOT, "scripts/release.ts")], { stdio: "ignore" });
  const rounds = new Map(Object.keys(WAYS).map((name) => [name, [] as number[][]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, command] of Object.entries(WAYS)) {
      const data = join(folder, `${rounds.size}-${name.replace(/\W/g, "-")}-${round}`);
      const [first] = await startAndAsk(command, data, 0);
      rounds.get(name)!.push([first!, ...(await startAndAsk(command, data, IDLE_MS))]);
    }
  const units = ["ms", "ms", "ms", "MB", "MB"];
  const rows = [...rounds].map(([name, all]) => [
    name,
    ...units.map((unit, column) => `${median(all.map((one) => one[column]!)).toFixed(0)} ${unit}`),
  ]);
  printTable([["", "first start", "later start", "CPU time", "memory", "of it its own"], ...rows]);
}

/** Starts the program, requests its home page until it responds, waits, and reads its memory. */
async function startAndAsk([program, ...args]: [string, ...string[]], DATA_DIR: string, idleMs: number) {
  const port = await freePort();
  const started = performance.now();
  const env = { DATA_DIR, PORT: String(port), LOG_LEVEL: "warn" };
  const child = spawn(program, [...args, "serve"], { env, stdio: "ignore" });
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode} before it answered.`);
      await delay(2);
    }
    const figures = [performance.now() - started, cpuMs(child)];
    await delay(idleMs);
    return [...figures, memoryMb(child), memoryMb(child, "RssAnon")];
  } finally {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: "/", agent: false }, (response) =>
      response.resume().once("end", () => resolve(response.statusCode === 200)),
    ).once("error", () => resolve(false));
  });
