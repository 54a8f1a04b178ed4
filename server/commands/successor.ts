import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Server } from "node:net";
import { isSea } from "node:sea";
import { messageOf } from "#domain/text/failure.ts";
import type { Running } from "../app.ts";
import type { Listener } from "../listening.ts";

const MARK = "DEBUT_SUCCESSOR";
const START_MS = 5 * 60_000;
const [READY, SOCKET, SERVING] = ["ready", "socket", "serving"] as const;

/** The socket opened by an older process or systemd; undefined if there is none. */
export function inheritedListener(env: NodeJS.ProcessEnv): (() => Promise<Listener>) | undefined {
  if (env[MARK] && process.send) return askPredecessor;
  if (env.LISTEN_PID === String(process.pid) && Number(env.LISTEN_FDS) > 0) return async () => ({ fd: 3 });
  return undefined;
}

/** Requested only when ready, because connections arrive from then on. */
async function askPredecessor(): Promise<Listener> {
  const answer = new Promise<Server>((resolve, reject) => {
    process.once("message", (_message, socket) => {
      if (socket instanceof Server) resolve(socket);
    });
    process.once("disconnect", () => reject(new Error("The process that was to hand over its socket has ended.")));
  });
  process.send?.(READY);
  return answer;
}

export function tellPredecessor(env: NodeJS.ProcessEnv): void {
  if (!env[MARK] || !process.send) return;
  process.send(SERVING, () => process.disconnect?.());
}

/** Why this process cannot be replaced; undefined if it can. */
export function whyNoSuccessor(env: NodeJS.ProcessEnv, { pid, platform }: typeof process): string | undefined {
  if (platform === "win32") return "Windows cannot hand over sockets.";
  if (pid === 1) return "A container ends with its first process. Start a second container on the same volume instead.";
  if (env.SYSTEMD_EXEC_PID === String(pid))
    return "systemd ends a unit with its first process. Use debut.socket, and restart the unit.";
  return undefined;
}

/**
 * Starts a new process and hands it the socket. Resolves to its id once it serves. If it fails,
 * throws and changes nothing here.
 */
export async function startSuccessor({ socket, port }: Pick<Running, "socket" | "port">): Promise<number | undefined> {
  const args = isSea() ? process.argv.slice(2) : [...process.execArgv, ...process.argv.slice(1)];
  // Loaded lazily: most processes start none, and it takes 7 ms.
  const { spawn } = await import("node:child_process");
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: String(port), [MARK]: "yes" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = Promise.race([
    once(child, "exit").then(([code, signal]) => `It ended with ${code ?? signal}; its log lines say why.`),
    once(child, "error").then(([error]) => `It could not be started: ${messageOf(error)}`),
  ]);
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve("It was not ready after five minutes."), START_MS).unref();
  });
  try {
    const failure = await Promise.race([ended, late, introduce(child, socket)]);
    if (failure) throw new Error(`The new process did not take over. ${failure}`);
  } catch (error) {
    child.kill();
    throw error;
  }
  child.unref();
  return child.pid;
}

async function introduce(child: ChildProcess, socket: Server): Promise<undefined> {
  for (;;) {
    const [message] = await once(child, "message");
    if (message === READY) child.send(SOCKET, socket);
    if (message === SERVING) return undefined;
  }
}
