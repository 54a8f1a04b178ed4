import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

export const ROOT = join(import.meta.dirname, "../..");

export type Env = Record<string, string>;
export type Program = { url: string; child: ChildProcess; stop: (signal?: NodeJS.Signals) => Promise<void> };

/** Limits that no benchmark reaches, and a proxy on this machine, so that visitors have addresses. */
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

/** Starts a program that prints its address as one line of JSON. Its log is discarded. */
export async function start(file: string, args: string[], env: Env): Promise<Program> {
  const child = spawn(process.execPath, [resolve(ROOT, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await Promise.race([
    once(createInterface(child.stdout!), "line"),
    once(child, "exit").then(() => Promise.reject(new Error(`${file} ended before it listened.`))),
  ]);
  return {
    url: JSON.parse(line).site,
    child,
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${file} ended early: ${child.signalCode ?? child.exitCode}.`);
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
  };
}

/** The server of this checkout or of another. */
export const serve = (env: Env, checkout = ROOT): Promise<Program> =>
  start(join(checkout, "server/main.ts"), ["serve", "--json"], env);

/** Runs a command of the program, of this checkout or of another, to its end. */
export function debut(args: string[], env: Env, checkout = ROOT): void {
  execFileSync(process.execPath, [join(checkout, "server/main.ts"), ...args], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
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

type Questions = Record<string, (given: never) => unknown>;
/** A process of the bench that answers questions. */
export type Helper<Known extends Questions> = {
  ask<Name extends keyof Known & string>(
    name: Name,
    ...given: Parameters<Known[Name]>
  ): Promise<Awaited<ReturnType<Known[Name]>>>;
  end(): Promise<void>;
};

type Question = { id: number; name: string; given: unknown };
type Reply = { id: number; value?: unknown; error?: string };

/** Starts a program of this folder that calls `answer`. */
export function startHelper<Known extends Questions>(file: string): Helper<Known> {
  const child = fork(join(import.meta.dirname, file), {
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const exited = once(child, "exit");
  child.on("message", ({ id, value, error }: Reply) => {
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(`${file}: ${error}`));
    waiting.delete(id);
  });
  child.once("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended before it answered.`));
  });
  return {
    ask(name, ...[given]) {
      const asked = Promise.withResolvers<unknown>();
      waiting.set(++last, asked);
      child.send({ id: last, name, given } satisfies Question);
      return asked.promise as never;
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Answers each question of the process that started this one. */
export function answer(questions: Questions): void {
  process.on("message", async ({ id, name, given }: Question) => {
    const reply: Reply = await Promise.try(() => questions[name]!(given as never)).then(
      (value) => ({ id, value }),
      (error: Error) => ({ id, error: error.stack ?? String(error) }),
    );
    process.send?.(reply);
  });
  process.once("disconnect", () => process.exit());
}
