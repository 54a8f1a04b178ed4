import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { end } from "../../../test/helpers/process.ts";
import type { Pulse } from "./pulse.ts";

const MAIN = join(import.meta.dirname, "../../../server/main.ts");
const PULSE = join(import.meta.dirname, "pulse.ts");
const SAMPLE_MS = 250;

/** The program as people run it, with a hook that says how its event loop does. Its log is written and thrown away. */
export async function startServer(env: Record<string, string>) {
  const folder = process.env.ATTACK_PROFILE;
  const profile = folder ? ["--cpu-prof", "--cpu-prof-interval=200", `--cpu-prof-dir=${folder}`] : [];
  const child = spawn(process.execPath, [...profile, "--import", PULSE, MAIN, "serve", "--json"], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", process.env.ATTACK_LOG ? "inherit" : "ignore", "ipc"],
  });
  const exited = once(child, "exit").then(() => undefined);
  await Promise.race([
    once(createInterface(child.stdout!), "line"),
    exited.then(() => Promise.reject(new Error("The server ended before it listened."))),
  ]);
  let mostResident = residentOf(child);
  const timer = setInterval(() => {
    mostResident = Math.max(mostResident, residentOf(child));
  }, SAMPLE_MS);
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** What its event loop did since the last time it was asked; undefined when it ended meanwhile. */
    async pulse(): Promise<Pulse | undefined> {
      const said = once(child, "message");
      child.send("pulse");
      return Promise.race([said.then(([pulse]) => pulse as Pulse), exited]);
    },
    /** Bytes that are resident now, and the most since the last time. */
    memory(): { now: number; most: number } {
      const now = residentOf(child);
      const most = Math.max(mostResident, now);
      mostResident = now;
      return { now, most };
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      // A profile is written by a process that ends by itself.
      await end(child, folder ? "SIGTERM" : "SIGKILL");
    },
  };
}

/** Of a process and all that it started. 0 where the system does not say. */
function residentOf({ pid }: Pick<ChildProcess, "pid">): number {
  try {
    const own = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    return children.reduce((sum, child) => sum + residentOf({ pid: Number(child) }), own);
  } catch {
    return 0;
  }
}
