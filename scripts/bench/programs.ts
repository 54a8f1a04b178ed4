import { type ChildProcess, execFileSync, fork, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { end } from "../../test/helpers/process.ts";

export const ROOT = join(import.meta.dirname, "../..");
/** Longer than any start, any end and any job takes. */
export const PATIENCE_MS = 60_000;

export type Env = Record<string, string>;
export type Command = readonly [file: string, ...args: string[]];
/** `url` is undefined if the program ended before it listened. */
export type Launched = Awaited<ReturnType<typeof launch>>;
export type Program = Launched & { url: string };

/** Limits that no benchmark reaches, and a trusted proxy, so that visitors have addresses. */
export const UNLIMITED: Env = {
  PORT: "0",
  TRUSTED_PROXIES: "127.0.0.1",
  VOTE_BURST_NETWORK: "100000000",
  VOTE_BURST_NEW_ACCOUNTS: "100000000",
  ...Object.fromEntries(
    "READ_ANONYMOUS SEARCH_ANONYMOUS MCP_ANONYMOUS PAGE_ANONYMOUS PAGE READ VIEW VOTE WRITE CREDENTIAL CONNECTIONS LIVE LIVE_ALL"
      .split(" ")
      .map((name) => [`LIMIT_${name}`, "100000000"]),
  ),
};

/** Runs a file of this checkout, or of another, with Node. */
export const node = (file: string, ...args: string[]): Command => [process.execPath, resolve(ROOT, file), ...args];

/** Starts a program that prints its address as one line of JSON. `log` has what it writes to a piped stderr. */
export async function launch([file, ...args]: Command, options: SpawnOptions = {}) {
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "ignore"], ...options });
  const log: string[] = [];
  if (child.stderr) createInterface(child.stderr).on("line", (line) => log.push(line));
  const late = setTimeout(() => {
    log.push(`debut: neither served nor ended within ${PATIENCE_MS / 1000} seconds`);
    child.kill("SIGKILL");
  }, PATIENCE_MS);
  // At "close", all output has arrived.
  const closed = once(child, "close").then(() => ["{}"]);
  const [line] = await Promise.race([once(createInterface(child.stdout!), "line"), closed]);
  const { site: url } = JSON.parse(line) as { site?: string };
  if (url === undefined) await closed;
  clearTimeout(late);
  return {
    ...{ url, child, log },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop(signal: NodeJS.Signals = "SIGTERM") {
      const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
      await end(child, signal);
      clearTimeout(late);
    },
  };
}

/** The same for a program that must listen. */
export async function start(command: Command, options?: SpawnOptions): Promise<Program> {
  const { url, ...program } = await launch(command, options);
  if (url === undefined) throw new Error(`${command.join(" ")} ended before it listened.`);
  return { url, ...program };
}

/** The server of this checkout or of another. */
export const serve = (env: Env, checkout = ROOT): Promise<Program> =>
  start(node(join(checkout, "server/main.ts"), "serve", "--json"), { env: { ...process.env, ...env } });

/** Runs a command of the program to its end. */
export function debut(args: string[], env: Env, checkout = ROOT): void {
  const [file, ...all] = node(join(checkout, "server/main.ts"), ...args);
  execFileSync(file, all, { env: { ...process.env, ...env }, stdio: "ignore" });
}

type Process = Pick<ChildProcess, "pid">;

/** Milliseconds of CPU that a process has used, in user and in system mode. */
export function cpuMs({ pid }: Process): number {
  // The name of the program comes second, in brackets, and may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Megabytes of a process in RAM: VmRSS with what it shares, RssAnon without. */
export const memoryMb = ({ pid }: Process, of: "VmRSS" | "RssAnon" = "VmRSS"): number =>
  Number(new RegExp(`${of}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;

/** Reads metrics of a server by their names. */
export async function metricsOf(base: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
}

/** Asks again and again; false if it is not so in time. */
export async function until(isSo: () => unknown, { ms = PATIENCE_MS, everyMs = 50 } = {}): Promise<boolean> {
  const from = performance.now();
  while (!(await isSo())) {
    if (performance.now() - from > ms) return false;
    await delay(everyMs);
  }
  return true;
}

type Questions = Record<string, (given: never) => unknown>;
type Question = { name: string; given: unknown };
type Reply = { value?: unknown; error?: string };

/** Starts a program of this folder that calls `answer`. It takes one question at a time. */
export function startHelper<Known extends Questions>(file: string) {
  const child = fork(join(import.meta.dirname, file), { serialization: "advanced" });
  const exited = once(child, "exit").then((): Reply[] => [{ error: "ended before it answered" }]);
  return {
    async ask<Name extends keyof Known & string>(
      name: Name,
      ...[given]: Parameters<Known[Name]>
    ): Promise<Awaited<ReturnType<Known[Name]>>> {
      child.send({ name, given } satisfies Question);
      const [{ value, error }] = (await Promise.race([once(child, "message"), exited])) as [Reply];
      if (error !== undefined) throw new Error(`${file}: ${error}`);
      return value as never;
    },
    end: () => end(child, "SIGKILL"),
  };
}

/** Answers the questions of the process that started this one. */
export function answer(questions: Questions): void {
  process.on("message", async ({ name, given }: Question) => {
    const reply: Reply = await Promise.try(() => questions[name]!(given as never)).then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.stack ?? String(error) }),
    );
    process.send?.(reply);
  });
  process.once("disconnect", () => process.exit());
}
