import type { ChildProcess } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";

/** Linux says of every thread whether it stands still. */
export const CAN_FREEZE = process.platform === "linux";

/**
 * Stops the process wherever it is, copies its database and write-ahead log, and lets it go on: the copy is what `kill -9` at that
 * instant would have left. Nothing else of this process runs meanwhile, so what it knows to be acknowledged was so before.
 */
export function copyFrozen(child: ChildProcess, file: string, copy: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(copy + end, { force: true });
  child.kill("SIGSTOP");
  try {
    while (!isStill(child.pid!));
    for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
  } finally {
    child.kill("SIGCONT");
  }
}

const isStill = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/task`).every((thread) =>
    / T [^)]*$/.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8")),
  );
