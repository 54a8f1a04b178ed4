import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../free-port.ts";

/** PgBouncer refuses to run as root. */
const NOBODY = 65_534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** PgBouncer of this machine, or the one that PGBOUNCER_BIN names; undefined if there is none. */
export function poolerProgram(): { file: string; version: string } | undefined {
  const file = process.env.PGBOUNCER_BIN ?? "pgbouncer";
  try {
    return { file, version: /\d+\.\d+/.exec(execFileSync(file, ["--version"], { encoding: "utf8" }))![0] };
  } catch {
    return undefined;
  }
}

/** PgBouncer in transaction mode before a server, with few connections, so that each transaction gets another one. */
export async function startPooler(file: string, folder: string, server: URL, settings: Record<string, string> = {}) {
  const port = await freePort();
  const own = join(folder, `pooler-${port}`);
  mkdirSync(own, { recursive: true });
  const lines = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: "4",
    max_client_conn: "500",
    ...settings,
  };
  const config = join(own, "pgbouncer.ini");
  writeFileSync(
    config,
    `[databases]\n* = host=${server.hostname} port=${server.port} user=${server.username}\n[pgbouncer]\n${Object.entries(
      lines,
    )
      .map(([name, value]) => `${name} = ${value}`)
      .join("\n")}\n`,
  );
  chmodSync(folder, 0o755);
  if ("uid" in asNobody) for (const path of [own, config]) chownSync(path, NOBODY, NOBODY);
  const start = async () => {
    const child = spawn(file, [config], { ...asNobody, cwd: own, stdio: ["ignore", "ignore", "pipe"] });
    for await (const line of createInterface(child.stderr)) if (line.includes("process up")) break;
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    child.stderr.resume();
    return child;
  };
  let child = await start();
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return {
    url: (database: string) => `postgres://${server.username}@127.0.0.1:${port}/${database}`,
    stop,
    async restart() {
      child = await start();
    },
  };
}
