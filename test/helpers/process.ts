import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { main } from "../../server/commands/run.ts";
import { executable } from "../release/built.ts";
import { TEST_KEY } from "./key.ts";

const MAIN = join(import.meta.dirname, "../../server/main.ts");

/** Databases that are copied and moved between folders have one key. */
const keyed = (env: Record<string, string>) => ({ SECRETS_KEY: TEST_KEY, ...env });

type Ended = { code: number; stdout: string; stderr: string };

/** Runs one command of the program from source, as developers do. */
export const run = (args: string[], env: Record<string, string>): Promise<Ended> =>
  runAs([process.execPath, MAIN, ...args], env);

/** Runs one command as it is released, which takes half the processor time. */
export const runReleased = async (args: string[], env: Record<string, string>): Promise<Ended> =>
  runAs([await executable(), ...args], env);

function runAs([file, ...args]: [string, ...string[]], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      file,
      args,
      { env: { PATH: process.env.PATH ?? "", LOG_LEVEL: "warn", ...keyed(env) } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, stdout, stderr });
      },
    );
  });
}

/** The same in this process, which spares the start of another: for all that a command refuses. */
export async function runHere(args: string[], env: Record<string, string>, stdin = ""): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  const to = (name: keyof typeof printed) => ({
    write: (chunk: string | Uint8Array) => (printed[name] += String(chunk)),
  });
  const code = await main(
    args,
    { LOG_LEVEL: "warn", ...keyed(env) },
    {
      stdin: Readable.from([stdin]),
      stdout: to("stdout"),
      stderr: to("stderr"),
    },
  );
  return { code, ...printed };
}

export type Served = { child: ChildProcess; site: string; setup: string | null };

/** Starts the server as it is released, which takes half the processor time of a start from source. */
export const serve = async (env: Record<string, string>): Promise<Served> => serveAs([await executable()], env);

/** Starts the server from source, as developers do. */
export const serveFromSource = (env: Record<string, string>): Promise<Served> => serveAs([process.execPath, MAIN], env);

/** Starts the server as a process of its own; resolves when it has printed its addresses. */
async function serveAs([file, ...script]: [string, ...string[]], env: Record<string, string>): Promise<Served> {
  const child = spawn(file, [...script, "serve", "--json"], {
    env: { PATH: process.env.PATH ?? "", PORT: "0", LOG_LEVEL: "warn", ...keyed(env) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const chunk of child.stdout!) {
    text += chunk;
    if (text.includes("\n")) return { child, ...JSON.parse(text.slice(0, text.indexOf("\n"))) };
  }
  throw new Error("The server stopped before it was ready.");
}

export function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return exitOf(child);
}

/** The exit code of a process once it has ended, which it may have done before. */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}
