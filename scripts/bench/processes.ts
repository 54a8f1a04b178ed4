import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The connections of the PostgreSQL on data in this folder. Workers of autovacuum come and go, so they are left out. */
export const connectionsOf = (folder: string): number[] => processesOf("postgres", folder).filter(isConnection);

const isConnection = (pid: number): boolean => / 127\.0\.0\.1\(/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));

/** All processes that run a program on data in this folder, with those that they started. */
function processesOf(program: string, folder: string): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  const first = all.find((pid) => read(pid, "cmdline").includes(folder) && read(pid, "comm").startsWith(program));
  return all.filter((pid) => pid === first || read(pid, "stat").split(") ")[1]?.split(" ")[1] === first).map(Number);
}

/** By process, in user and system mode, in hundredths of a second whatever the kernel uses. */
export const cpuOf = (pids: readonly number[]): Map<number, number> => new Map(pids.map((pid) => [pid, cpuMs(pid)]));

function cpuMs(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** Since then. Without connections that were closed meanwhile, because nobody knows what they took. */
export function usedMs(before: ReadonlyMap<number, number>): number {
  const lives = [...before].filter(([pid]) => existsSync(`/proc/${pid}`));
  return lives.reduce((sum, [pid, ms]) => sum + cpuMs(pid) - ms, 0);
}
