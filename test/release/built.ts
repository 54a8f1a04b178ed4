import { type ChildProcess, execFile, spawn } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { oneAtATime } from "../../store/sqlite/presence.ts";

export const root = join(import.meta.dirname, "../..");
export const EXECUTABLE = join(root, "dist", process.platform === "win32" ? "debut.exe" : "debut");

const changedAt = (file: string): number => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The executable, built again when anything that goes into it is younger; other workers wait for the one that builds. */
export const executable = (): Promise<string> =>
  oneAtATime(join(root, "dist"), "build", async () => {
    const sources = globSync("**/*.{ts,cjs,json,sql,txt,css,js,svg}", {
      cwd: root,
      exclude: ["node_modules", "dist", "var", "test", "docs", "scripts/bench"],
    });
    const newest = Math.max(...sources.map(changedAt));
    if (changedAt("dist/debut") < newest)
      await promisify(execFile)(process.execPath, ["scripts/release.ts"], { cwd: root });
    return EXECUTABLE;
  });

/** Runs the executable in a folder with nothing in its environment but these settings; gives what it printed, as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
export function run(folder: string, env: Record<string, string>, ...args: string[]): Promise<any> {
  return new Promise((resolve, reject) => {
    execFile(EXECUTABLE, [...args, "--json"], { cwd: folder, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${args.join(" ")}: ${stdout}${stderr}`));
      else resolve(JSON.parse(stdout));
    });
  });
}

export type Served = { child: ChildProcess; site: string; mcp: string; setup: string | null };

export async function serve(folder: string, env: Record<string, string>): Promise<Served> {
  const child = spawn(EXECUTABLE, ["serve", "--json"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout!) {
    text += chunk;
    if (text.includes("\n")) return { child, ...JSON.parse(text.slice(0, text.indexOf("\n"))) };
  }
  throw new Error("The executable stopped before it was ready.");
}
