import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../test/helpers/free-port.ts";

const MAIN = join(import.meta.dirname, "../../server/main.ts");
export const UNLIMITED = "100000000";
/** Of a PostgreSQL that keeps what it has acknowledged. */
export const DATABASE_SETTINGS = [
  ...["fsync=on", "max_connections=200", "shared_buffers=128MB"],
  "listen_addresses=127.0.0.1",
];

/** Starts a node and adds it to those that are ended later; gives its address. */
export async function startNode(children: ChildProcess[], env: Record<string, string>): Promise<string> {
  const PORT = String(await freePort());
  const child = spawn(process.execPath, [MAIN, "serve", "--json"], {
    env: { PATH: process.env.PATH ?? "", ...env, PORT },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await once(createInterface(child.stdout), "line");
  return `http://127.0.0.1:${PORT}`;
}
