import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const root = join(import.meta.dirname, "../..");

export type Program = { url: string; child: ChildProcess; stop: (signal?: NodeJS.Signals) => Promise<void> };

/** Starts a program that prints its address as one line of JSON. Its log is discarded. */
export async function start(file: string, args: string[], env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, [resolve(root, file), ...args], {
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

/** Runs a command of the program, of this checkout or of another, to its end and returns its output. */
export const debut = (args: string[], env: Record<string, string>, checkout = root): string =>
  execFileSync(process.execPath, [join(checkout, "server/main.ts"), ...args], {
    env: { ...process.env, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
