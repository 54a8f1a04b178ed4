import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { seededRandom } from "../../data/demo/random.ts";
import { createBalancer } from "../helpers/balancer.ts";
import { freePort } from "../helpers/free-port.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { startPostgres } from "../helpers/postgres/server.ts";
import { end } from "../helpers/process.ts";
import { settled } from "./crash.ts";
import { createDeeds, type Wait } from "./deeds.ts";
import { createGround } from "./ground.ts";
import { type Finding, inspect } from "./inspect.ts";
import { createLedger } from "./ledger.ts";
import { workUnderLoad } from "./under-load.ts";

const NODES = 3;
const WORKERS = 6;
/** As a database that must survive a power loss is run. By default, a start after a crash syncs each of its files. */
const SETTINGS = [
  ...["fsync=on", "recovery_init_sync_method=syncfs"],
  ...["max_connections=200", "shared_buffers=64MB", "listen_addresses=127.0.0.1"],
];
/** After its end, the others take over what a node was doing. */
const TAKEN_OVER_MS = 45_000;

export type NodesReport = Finding & {
  seed: string;
  kills: { nodes: number; database: number };
  faults: string[];
  acknowledged: number;
  waits: Wait[];
  loadMs: number;
  served: number[];
  mails: { delivered: number; twice: number };
  times: number[];
};

/**
 * Three nodes on PostgreSQL behind one address, under every kind of write. By chance, one of them or the database is killed
 * without warning and started again while the others go on; again and again, until `isOver`.
 */
export async function crashNodes({
  program,
  isOver,
  answersBetweenKills,
  seed,
  sites,
  tell = () => undefined,
}: {
  program: string[];
  isOver: (kills: number) => boolean;
  answersBetweenKills: [least: number, most: number];
  seed: string;
  sites: { sites: number; claimable: number };
  tell?: (text: string) => void;
}): Promise<NodesReport> {
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), "debut-nodes-"));
  const server = await startPostgres(folder, SETTINGS);
  const admin = new pg.Client(server.url("postgres"));
  await admin.connect();
  await admin.query("create database debut");
  await admin.end();
  const url = server.url("debut");
  const ports = await Promise.all(Array.from({ length: NODES }, () => freePort()));
  const balancer = await createBalancer(ports);
  const ground = await createGround({
    ...{ ...sites, program, people: 8 },
    env: { BASE_URL: balancer.url, DATABASE_URL: url, SECRETS_KEY: TEST_KEY },
  });
  const ledger = createLedger();
  const waits: Wait[] = [];
  const waited = (wait: Wait) => void waits.push(wait);
  const deeds = createDeeds(ground, ledger, random, {}, { waited });
  const found: Finding = { lost: [], doubled: [], wrong: [] };
  const times: number[] = [];
  const kills = { nodes: 0, database: 0 };
  let loadMs = 0;
  const children: ChildProcess[] = [];
  const folderOf = (index: number) => join(ground.folder, `node-${index}`);
  const launch = async (index: number): Promise<void> => {
    for (let tries = 0; ; tries++) {
      const { child, ready } = ground.spawnServer([], { PORT: String(ports[index]), DATA_DIR: folderOf(index) });
      children[index] = child;
      if (await ready) return;
      // The database may have been killed while it started.
      if (tries === 5) throw new Error(`Node ${index} did not start.`);
      await delay(500);
    }
  };

  async function kill(): Promise<void> {
    const victim = random.between(0, NODES);
    if (victim === NODES) {
      kills.database++;
      await server.kill();
      await server.restart();
      return;
    }
    kills.nodes++;
    await end(children[victim]!, "SIGKILL");
    await launch(victim);
  }

  const load = (answers: number): Promise<void> =>
    workUnderLoad(deeds, {
      ...{ url: balancer.url, workers: WORKERS, answers, kill },
      answered: (ms) => void times.push(ms),
      cutOff: () => delay(20),
    });

  /** Where a node that lives searches, once it knows of every commit. */
  async function look(options: { isOver?: boolean }): Promise<void> {
    await delay(1500);
    const local = join(folderOf(0), "search");
    const name = readdirSync(local).find((file) => file.endsWith(".db"))!;
    const finding = inspect(ground, join(local, name), ledger, { ...options, url });
    for (const kind of ["lost", "doubled", "wrong"] as const)
      for (const text of finding[kind])
        if (!found[kind].includes(text)) {
          found[kind].push(text);
          tell(`${kind}: ${text}`);
        }
  }

  try {
    await Promise.all(ports.map((_, index) => launch(index)));
    while (!isOver(kills.nodes + kills.database)) {
      const begun = performance.now();
      await load(random.between(...answersBetweenKills));
      loadMs += performance.now() - begun;
      await look({});
      for (const key of [...ledger.unanswered.keys()]) await deeds.resend(balancer.url, key);
      const longest = Math.max(...waits.map(({ ms }) => ms)) / 1000;
      tell(
        `${kills.nodes} + ${kills.database} kills, ${waits.length} waits, longest ${longest.toFixed(1)} ` +
          `s, ${found.lost.length} lost, ${found.doubled.length} doubled`,
      );
    }
    await delay(TAKEN_OVER_MS);
    await settled(ground);
    await look({ isOver: true });
    for (const child of children) await end(child, "SIGTERM");
    const mails = new Set(ground.deliveries.map(({ mailId }) => mailId)).size;
    return {
      ...{ seed, kills, waits, loadMs, ...found, times },
      faults: ground.explained(ledger.faults),
      acknowledged: [...ledger.counts]
        .filter(([name]) => name.startsWith("acknowledged"))
        .reduce((sum, [, count]) => sum + count, 0),
      served: ports.map((port) => balancer.opened[port]!),
      mails: { delivered: ground.deliveries.length, twice: ground.deliveries.length - mails },
    };
  } finally {
    for (const child of children) await end(child, "SIGKILL");
    await balancer.close();
    await ground.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
