import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "../../data/demo/random.ts";
import { end, runHere } from "../helpers/process.ts";
import { executable } from "../release/built.ts";
import { createDeeds, Gone } from "./deeds.ts";
import { CAN_FREEZE, copyFrozen } from "./freeze.ts";
import { createGround, type Ground } from "./ground.ts";
import { type Finding, inspect } from "./inspect.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { readDatabase } from "./read-database.ts";

const WORKERS = 8;
/** Most lives are short, because starts and kills are what is tried; some are long enough for what takes many requests. */
const FEW_ANSWERS = 16;
const MOST_ANSWERS = 80;
const LONG_LIVES = 0.3;
const LONGEST_LIFE_MS = 20_000;
const [QUIET_MS, RETRIES_MS] = [60_000, 240_000];

export type Report = Finding & {
  seed: string;
  kills: number;
  killedAtStart: number;
  /** Copies of the database as a kill would have left it, each looked at like a restart's. */
  frozen: number;
  faults: string[];
  counts: Record<string, number>;
  acknowledged: number;
  mails: { delivered: number; twice: number };
  events: { delivered: number; twice: number };
};

/**
 * Lets a server work under every kind of write, kills it without warning at a moment that the seed decides, starts it again on the
 * same folder and holds what it finds there against what was promised; again and again.
 */
export async function crash({
  kills,
  frozen = 0,
  seed,
  tell = () => undefined,
}: {
  kills: number;
  /** So many times in each life it is stopped between two instructions, and a copy of its files is looked at. */
  frozen?: number;
  seed: string;
  tell?: (text: string) => void;
}): Promise<Report> {
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), "debut-crash-program-"));
  const ground = await createGround({
    // As it is released, which starts in half the time.
    program: [await executable()],
    sites: Math.min(2400, 60 + kills * 8),
    claimable: Math.min(800, 20 + kills * 3),
  });
  const ledger = createLedger();
  const deeds = createDeeds(ground, ledger, random);
  const found: Finding = { lost: [], doubled: [], wrong: [] };
  const note = (finding: Finding) => {
    for (const kind of ["lost", "doubled", "wrong"] as const)
      for (const text of finding[kind]) if (!found[kind].includes(text)) found[kind].push(text);
  };
  let killedAtStart = 0;
  let copies = 0;
  const copy = join(folder, "frozen.db");
  const look = async (child: ChildProcess): Promise<void> => {
    for (let i = 0; i < frozen && CAN_FREEZE; i++) {
      await delay(random.between(0, 30));
      copyFrozen(child, ground.file, copy);
      note(inspect(ground, copy, ledger, { isAlive: true }));
      copies++;
    }
  };
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const { child, ready } = ground.spawnServer();
      // One in six dies while it starts: migrating, taking up jobs, not yet listening.
      if (kill % 6 === 0) {
        const sooner = delay(random.between(50, 700));
        await Promise.race([ready, sooner]);
        await end(child, "SIGKILL");
        killedAtStart++;
        continue;
      }
      const base = await ready;
      if (!base)
        throw new Error(
          `The server did not start again after kill ${kill - 1}: it ended with ${child.exitCode ?? child.signalCode}.`,
        );
      note(inspect(ground, ground.file, ledger));
      // Counted in answers, so that a slow machine kills at the same places of the load as a quick one.
      let left = random.between(1, random.chance(LONG_LIVES) ? MOST_ANSWERS : FEW_ANSWERS);
      const enough = new Promise<void>((resolve) => {
        deeds.watch(() => {
          if (--left === 0) resolve();
        });
      });
      const workers = work(base, deeds, ledger);
      await Promise.all([look(child), Promise.race([enough, delay(LONGEST_LIFE_MS)])]);
      await delay(random.between(0, 10));
      await end(child, "SIGKILL");
      await workers;
      if (kill % 25 === 0)
        tell(
          `${kill} kills, ${sumOf(ledger)} acknowledged, ${found.lost.length} lost, ${found.doubled.length} doubled`,
        );
    }
    const { child, ready } = ground.spawnServer();
    const base = (await ready)!;
    note(inspect(ground, ground.file, ledger));
    for (const key of [...ledger.unanswered.keys()]) await deeds.resend(base, key);
    await settled(ground);
    await end(child, "SIGTERM");
    note(inspect(ground, ground.file, ledger, { isOver: true }));
    return {
      seed,
      kills,
      killedAtStart,
      frozen: copies,
      ...found,
      faults: ground.explained(ledger.faults),
      counts: Object.fromEntries([...ledger.counts].toSorted()),
      acknowledged: sumOf(ledger),
      mails: mailsOf(ground),
      events: eventsOf(ground),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await ground.close();
  }
}

const sumOf = ({ counts }: Ledger): number =>
  [...counts].reduce((sum, [name, count]) => (name.startsWith("acknowledged") ? sum + count : sum), 0);

const mailsOf = ({ deliveries }: Ground) => {
  const mails = new Set(deliveries.map(({ mailId }) => mailId)).size;
  return { delivered: deliveries.length, twice: deliveries.length - mails };
};

const eventsOf = ({ received }: Ground) => {
  const events = new Set(received.map(({ host, id }) => `${host} ${id}`)).size;
  return { delivered: received.length, twice: received.length - events };
};

/** Eight clients write until the server is gone. The first sends again what was not answered in an earlier life. */
async function work(base: string, deeds: ReturnType<typeof createDeeds>, ledger: Ledger): Promise<void> {
  const until = async (task: () => Promise<void>) => {
    try {
      await task();
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
    }
  };
  const forever = async () => {
    for (;;) await deeds.step(base);
  };
  const again = async () => {
    for (const key of [...ledger.unanswered.keys()]) await deeds.resend(base, key);
    await forever();
  };
  await Promise.all([until(again), ...Array.from({ length: WORKERS - 1 }, () => until(forever))]);
}

/**
 * Waits until nothing is left to do, deliveries that failed or were cut off included: their next try comes a minute later, and on
 * a machine that pauses for long some fail.
 */
export async function settled(ground: Pick<Ground, "file" | "env">): Promise<void> {
  await quiet(ground);
  await retryInterrupted(ground);
  await waitForNone(ground, "webhook_deliveries where state = 'waiting' and created_at <= ?", RETRIES_MS);
  // Some time has passed, in which periodic jobs may have written emails.
  await quiet(ground);
}

/**
 * A job that was interrupted three times is given up, because it may be what ends the process; here it never is. Those are
 * tried again as whoever runs the site would, and so are those that wait for another try.
 */
async function retryInterrupted(ground: Pick<Ground, "file" | "env">): Promise<void> {
  const db = readDatabase(ground);
  const ids = db
    .prepare(
      `select id from jobs where (interruptions > 0 and state = 'failed')
        or (interruptions + attempts > 0 and state = 'queued' and run_at > ?)`,
    )
    .pluck()
    .all(Date.now()) as string[];
  db.close();
  for (const id of ids) await runHere(["jobs", "retry", id], ground.env);
  if (ids.length) await quiet(ground);
}

/** Waits until every job that is due is done. */
const quiet = (ground: Pick<Ground, "file" | "env">): Promise<void> =>
  waitForNone(ground, "jobs where state = 'running' or (state = 'queued' and run_at <= ?)", QUIET_MS);

async function waitForNone(ground: Pick<Ground, "file" | "env">, rows: string, mostMs: number): Promise<void> {
  const db = readDatabase(ground);
  const waiting = db.prepare(`select count(*) from ${rows}`).pluck();
  try {
    for (let waited = 0; waited < mostMs; waited += 100) {
      if (waiting.get(Date.now()) === 0) return;
      await delay(100);
    }
  } finally {
    db.close();
  }
}
