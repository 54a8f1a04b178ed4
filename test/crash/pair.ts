import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { seededRandom } from "../../data/demo/random.ts";
import { createBalancer } from "../helpers/balancer.ts";
import { freePort } from "../helpers/free-port.ts";
import { end } from "../helpers/process.ts";
import { executable } from "../release/built.ts";
import { settled } from "./crash.ts";
import { createDeeds } from "./deeds.ts";
import { createGround } from "./ground.ts";
import { type Finding, inspect } from "./inspect.ts";
import { createLedger } from "./ledger.ts";
import { workUnderLoad } from "./under-load.ts";

const WORKERS = 8;

export type PairReport = Finding & {
  seed: string;
  kills: number;
  faults: string[];
  acknowledged: number;
  answers: number;
  cutOff: number;
  /** Connections that each of the two served. */
  served: number[];
  mails: { delivered: number; twice: number };
  times: number[];
  /** The largest write-ahead log that was seen between two rounds. */
  walBytes: number;
};

/**
 * Two servers on one folder behind one address, under every kind of write. One of them, by chance, is killed without warning
 * and started again while the other goes on; again and again, until `isOver`.
 */
export async function crashPair({
  isOver,
  kill: wantsKills = true,
  answersBetweenKills,
  seed,
  sites,
  tell = () => undefined,
}: {
  isOver: (kills: number) => boolean;
  kill?: boolean;
  answersBetweenKills: [least: number, most: number];
  seed: string;
  sites: { sites: number; claimable: number };
  tell?: (text: string) => void;
}): Promise<PairReport> {
  const random = seededRandom(seed);
  const ports = [await freePort(), await freePort()];
  const balancer = await createBalancer(ports);
  const ground = await createGround({
    ...sites,
    program: [await executable()],
    people: 8,
    env: { BASE_URL: balancer.url },
  });
  const ledger = createLedger();
  const deeds = createDeeds(ground, ledger, random);
  const found: Finding = { lost: [], doubled: [], wrong: [] };
  const times: number[] = [];
  const report = { kills: 0, cutOff: 0, walBytes: 0 };
  const children: ChildProcess[] = [];
  const launch = async (index: number): Promise<void> => {
    const { child, ready } = ground.spawnServer([], { PORT: String(ports[index]) });
    children[index] = child;
    if (!(await ready)) throw new Error(`Server ${index} did not start after kill ${report.kills}.`);
  };

  const load = (answers: number, kill: () => Promise<void>): Promise<void> =>
    workUnderLoad(deeds, {
      ...{ url: balancer.url, workers: WORKERS, answers, kill },
      answered: (ms) => void times.push(ms),
      cutOff: () => void report.cutOff++,
    });

  const look = (options: { isOver?: boolean }): void => {
    const finding = inspect(ground, ground.file, ledger, options);
    for (const kind of ["lost", "doubled", "wrong"] as const)
      for (const text of finding[kind]) if (!found[kind].includes(text)) found[kind].push(text);
  };

  try {
    // Both at once, so that they meet over the empty database too.
    await Promise.all([launch(0), launch(1)]);
    while (!isOver(report.kills)) {
      const victim = random.between(0, 1);
      await load(random.between(...answersBetweenKills), async () => {
        if (!wantsKills) return;
        await end(children[victim]!, "SIGKILL");
        report.kills++;
        await launch(victim);
      });
      // Nobody asks for anything now, so what was acknowledged is decided, whoever of the two did it.
      look({});
      report.walBytes = Math.max(report.walBytes, statSync(`${ground.file}-wal`).size);
      for (const key of [...ledger.unanswered.keys()]) await deeds.resend(balancer.url, key);
      tell(
        `${report.kills} kills, ${times.length} answers, ${found.lost.length} lost, ${found.doubled.length} doubled`,
      );
    }
    await settled(ground);
    for (const child of children) await end(child, "SIGTERM");
    look({ isOver: true });
    const mails = new Set(ground.deliveries.map(({ mailId }) => mailId)).size;
    return {
      seed,
      ...report,
      ...found,
      faults: ground.explained(ledger.faults),
      acknowledged: [...ledger.counts]
        .filter(([name]) => name.startsWith("acknowledged"))
        .reduce((sum, [, count]) => sum + count, 0),
      answers: times.length,
      served: ports.map((port) => balancer.opened[port]!),
      mails: { delivered: ground.deliveries.length, twice: ground.deliveries.length - mails },
      times,
    };
  } finally {
    for (const child of children) await end(child, "SIGKILL");
    await balancer.close();
    await ground.close();
  }
}
