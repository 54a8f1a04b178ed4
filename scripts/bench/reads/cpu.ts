import type { ChildProcess } from "node:child_process";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICKS = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Seconds of CPU that a process has used, in user and in system mode. */
export function cpuSeconds({ pid }: Pick<ChildProcess, "pid">): number {
  // The name of the program comes second, in brackets, and may have spaces in it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Milliseconds of CPU that the threads of a process have used, far more precise than the clock above: without threads that ended. */
export function threadsMs({ pid }: Pick<ChildProcess, "pid">): number {
  const tasks = `/proc/${pid}/task`;
  const used = (task: string) => Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]);
  return readdirSync(tasks).reduce((sum, task) => sum + used(task), 0) / 1e6;
}

/** Memory of a process that is in RAM, with what it shares. */
export const residentMb = ({ pid }: Pick<ChildProcess, "pid">): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
