import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAMAGE } from "./damage.ts";
import { DISK } from "./disk.ts";
import { PROCESSES } from "./processes.ts";
import { drill, type Need, type Row, type Told } from "./row.ts";
import { createTemplate, IS_ROOT } from "./stage.ts";

export const ROWS: Row[] = [...DAMAGE, ...DISK, ...PROCESSES];

const works = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** What this machine allows. As root, the program runs as nobody, so permissions can be tested. */
function abilities(): Record<Need, boolean> {
  const probe = mkdtempSync(join(tmpdir(), "debut-drill-mount-"));
  const mount =
    IS_ROOT && works("mount", "-t", "tmpfs", "-o", "size=1m", "debut-drill", probe) && works("umount", probe);
  rmSync(probe, { recursive: true });
  return {
    mount,
    user: process.platform !== "win32",
    prlimit: works("prlimit", "--fsize"),
    pgbouncer: works("pgbouncer", "--version"),
  };
}

type Tell = (told: Told | { row: Row; lacks: Need[] }) => void;

/** Breaks an installation in each way and returns the results; rows that this machine cannot run are named. */
export async function runDrill(rows: Row[], tell: Tell = () => undefined, executable?: string): Promise<Told[]> {
  const umask = process.umask(0o022);
  const can = abilities();
  const template = await createTemplate(executable);
  const all: Told[] = [];
  try {
    for (const row of rows) {
      const lacks = (row.needs ?? []).filter((need) => !can[need]);
      if (lacks.length) {
        tell({ row, lacks });
        continue;
      }
      const told = await drill(row, template).catch((error: Error): Told => {
        const failed = `the drill itself failed: ${error.message}`;
        return { row, site: "", process: "", doctor: "", cure: "", result: `FAILED: ${failed}`, faults: [failed] };
      });
      all.push(told);
      tell(told);
    }
    return all;
  } finally {
    process.umask(umask);
    await template.close();
  }
}
