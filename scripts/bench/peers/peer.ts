import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Program } from "../programs.ts";
import type { Request } from "../reads/subject.ts";

/** A product that answers the same reads, and what it is asked. */
export type Peer = {
  name: string;
  /** Newest versions that could be installed when the figures were taken. */
  packages: Record<string, string>;
  /** The program inside node_modules and its arguments. */
  command: [file: string, ...args: string[]];
  port: number;
  env: (folder: string) => Record<string, string>;
  /** Before the first start. */
  prepare: (folder: string, run: Run) => void;
  /** Answers once it runs. */
  ready: string;
  /** Makes the table when the program did not make it at its start, and opens it to readers. */
  open: (url: string) => Promise<void>;
  /** Where the rows go. */
  database: (folder: string) => string;
  /** Values of columns that the product adds to each row. */
  extra?: (slug: string) => Record<string, string | number>;
  reads: Record<string, (slug: string) => Request>;
};
export type Run = (command: Peer["command"]) => void;

const START_MS = 120_000;

/** The machine's own Node and npm, not those of this project: peers bring native code for them. */
const PATH = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);
const HOST = { PATH, HOME: process.env.HOME ?? "" };

/** Installs a peer into its folder, unless an earlier run did. */
export function install(peer: Peer, folder: string): void {
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "peer", private: true, dependencies: peer.packages }),
  );
  execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, env: HOST, stdio: "ignore" });
  peer.prepare(folder, ([file, ...args]) =>
    execFileSync("node", [join("node_modules", file), ...args], {
      cwd: folder,
      env: { ...HOST, ...peer.env(folder) },
      stdio: "ignore",
    }),
  );
}

/** Starts a peer and waits until it answers. */
export async function startPeer({ command: [file, ...args], ...peer }: Peer, folder: string): Promise<Program> {
  const child: ChildProcess = spawn("node", [join("node_modules", file), ...args], {
    cwd: folder,
    env: { ...HOST, ...peer.env(folder) },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${peer.port}`;
  for (const until = performance.now() + START_MS; ; await delay(200)) {
    if (
      await fetch(url + peer.ready).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    if (child.exitCode !== null || performance.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`${peer.name} did not start in ${folder}.`);
    }
  }
  return {
    url,
    child,
    async stop(signal = "SIGTERM") {
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
  };
}
