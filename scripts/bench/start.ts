import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const ROUNDS = 5;
const IDLE_MS = 5_000;
const PORT = 3977;
const root = join(import.meta.dirname, "../..");

type Round = { firstStartMs: number; startMs: number; processorMs: number; residentMb: number; ownMb: number };

const WAYS: Record<string, string[]> = {
  "dist/debut": [join(root, "dist/debut")],
  "node server/main.ts": [process.execPath, join(root, "server/main.ts")],
  // What Node takes for a server that does nothing.
  "empty server": [
    process.execPath,
    "-e",
    'require("node:http").createServer((_, res) => res.end()).listen(process.env.PORT)',
  ],
};

/** Time until the first page, with a new and with an existing database, and the memory of the idle program. */
export async function benchStart(folder: string): Promise<void> {
  if (!existsSync(join(root, "dist/debut")))
    execFileSync(process.execPath, [join(root, "scripts/release.ts")], { stdio: "ignore" });
  const rounds: Record<string, Round[]> = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, command] of Object.entries(WAYS))
      rounds[name]!.push(await measure(command, join(folder, `${name.replace(/\W/g, "-")}-${round}`)));
  console.log(`  ${"".padEnd(14)}  first start   later start     processor   memory, idle   of it its own`);
  for (const [name, all] of Object.entries(rounds)) {
    const median = (key: keyof Round) => Math.round(all.map((one) => one[key]).sort((a, b) => a - b)[all.length >> 1]!);
    const cells = [
      `${median("firstStartMs")} ms`,
      `${median("startMs")} ms`,
      `${median("processorMs")} ms`,
      `${median("residentMb")} MB`,
      `${median("ownMb")} MB`,
    ];
    console.log(`  ${name.padEnd(14)}${cells.map((cell) => cell.padStart(14)).join("")}`);
  }
}

async function measure(command: string[], folder: string): Promise<Round> {
  const first = await startAndAsk(command, folder, 0);
  const later = await startAndAsk(command, folder, IDLE_MS);
  return { ...later, firstStartMs: first.ms, startMs: later.ms };
}

/** Starts the program, requests its home page until it responds, waits, and reads its memory from the system. */
async function startAndAsk([program, ...args]: string[], folder: string, idleMs: number) {
  const started = performance.now();
  const child = spawn(program!, [...args, "serve"], {
    env: { DATA_DIR: folder, PORT: String(PORT), LOG_LEVEL: "warn" },
    stdio: "ignore",
  });
  try {
    while (!(await answers())) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode} before it answered.`);
      await delay(2);
    }
    const ms = performance.now() - started;
    const [user, system] = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(" ").slice(13, 15);
    // In hundredths of a second, whatever unit the kernel uses.
    const processorMs = (Number(user) + Number(system)) * 10;
    await delay(idleMs);
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000;
    return { ms, processorMs, residentMb: megabytes("VmRSS"), ownMb: megabytes("RssAnon") };
  } finally {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  }
}

const answers = (): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: "127.0.0.1", port: PORT, path: "/", agent: false }, (response) =>
      response.resume().once("end", () => resolve(response.statusCode === 200)),
    ).once("error", () => resolve(false));
  });
