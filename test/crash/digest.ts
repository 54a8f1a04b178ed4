import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { readSettings } from "../../core/settings/config.ts";
import { seededRandom } from "../../data/demo/random.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { MINUTE_MS, nextEdition } from "../../domain/notifications/digest.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";
import { addListing, COMPLETE } from "../helpers/listing.ts";
import { exitOf } from "../helpers/process.ts";

const DAY_MS = 24 * 3600_000;
const CATEGORIES = ["crm", "marketing", "accounting", "project-management", "payroll"];
const LAUNCHES = 60;
/** Readers whose categories have no launch: nothing is to be said to them. */
const QUIET_EVERY = 50;
const ADDED_AT_ONCE = 500;
const DEATHS = ["unanswered", "within", undefined] as const;

type Sample = { rss: number; heap: number; cpuMs: number };
export type DigestReport = {
  /** Readers who should get an email, and who should not. */
  wanted: number;
  quiet: number;
  /** Deliveries per wanted address, by how often. */
  once: number;
  twice: string[];
  lost: string[];
  strangers: string[];
  kills: number;
  wallMs: number;
  /** Of all lives of the server. */
  cpuMs: number;
  mostRss: number;
  mostHeap: number;
  largestMail: number;
  /** Emails that arrived in each minute of the clock of the server, from the first one on. */
  byMinute: number[];
};

/**
 * A digest to many readers by a server process that is killed without warning and started again, over SMTP. An hour of its clock
 * takes an hour divided by `speed`.
 */
export async function sendToMany({
  readers,
  kills,
  speed,
  seed,
  tell = () => undefined,
}: {
  readers: number;
  kills: number;
  speed: number;
  seed: string;
  tell?: (text: string) => void;
}): Promise<DigestReport> {
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), "debut-digest-"));
  const env = { DATA_DIR: folder, PORT: "0", LOG_LEVEL: "error", MAIL_FROM: "Debut <hello@debut.test>" };
  const { startsAt, endsAt } = weekOf(new Date(), "UTC", 1);
  const people = await addReaders(env, readers, new Date(startsAt.getTime() + 2 * DAY_MS));

  const clockZero = endsAt.getTime() + DAY_MS + 8 * 3600_000 - MINUTE_MS;
  const realZero = Date.now();
  const clock = () => clockZero + (Date.now() - realZero) * speed;
  /** How the server dies next: while an email comes in, when all of it is there and nobody has said so, or whenever. */
  let death: "within" | "unanswered" | undefined;
  let child: ChildProcess | undefined;
  const arrived = new Map<string, number>();
  const minutes: number[] = [];
  let largestMail = 0;
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, { envelope }, done) {
      let bytes = 0;
      stream.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (death === "within") strike();
      });
      stream.on("end", () => {
        if (death === "unanswered") strike();
        const to = envelope.rcptTo[0]?.address ?? "";
        arrived.set(to, (arrived.get(to) ?? 0) + 1);
        minutes.push(Math.floor((clock() - clockZero) / MINUTE_MS));
        largestMail = Math.max(largestMail, bytes);
        done();
      });
    },
  });
  const strike = () => {
    death = undefined;
    child?.kill("SIGKILL");
  };
  mail.on("error", () => undefined);
  await new Promise<void>((done) => mail.listen(0, "127.0.0.1", done));

  const total: Sample = { rss: 0, heap: 0, cpuMs: 0 };
  async function live(): Promise<void> {
    let last = 0;
    child = fork(join(import.meta.dirname, "digest-process.ts"), [], {
      env: {
        PATH: process.env.PATH ?? "",
        ...env,
        BASE_URL: "https://debut.test",
        SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
        CLOCK_SPEED: String(speed),
        CLOCK_ZERO: String(clockZero),
        REAL_ZERO: String(realZero),
      },
    });
    child.on("message", ({ rss, heap, cpuMs }: Sample) => {
      total.rss = Math.max(total.rss, rss);
      total.heap = Math.max(total.heap, heap);
      total.cpuMs += cpuMs - last;
      last = cpuMs;
    });
    await once(child, "message");
  }
  const ended = async (): Promise<void> => {
    if (child) await exitOf(child);
  };

  try {
    await live();
    let done = 0;
    while (arrived.size < people.wanted.size) {
      const next = done < kills ? Math.floor((people.wanted.size * (done + 1)) / (kills + 1)) : people.wanted.size;
      const isStuck = await until(() => arrived.size >= next);
      if (isStuck) break;
      if (done >= kills) break;
      death = DEATHS[done % DEATHS.length];
      if (death === undefined) await delay(random.between(0, 40)).then(strike);
      await ended();
      done++;
      tell(`${done} kills, ${arrived.size} of ${people.wanted.size} arrived`);
      await live();
    }
    const wallMs = Date.now() - realZero;
    // What would come twice comes now: jobs of the dead are taken over, and two more minutes have their turns.
    await delay(Math.max(3000, (3 * MINUTE_MS) / speed));
    const all = [...people.wanted];
    return {
      wanted: people.wanted.size,
      quiet: people.quiet,
      once: all.filter((to) => arrived.get(to) === 1).length,
      twice: all.filter((to) => (arrived.get(to) ?? 0) > 1),
      lost: all.filter((to) => !arrived.has(to)),
      strangers: [...arrived.keys()].filter((to) => !people.wanted.has(to)),
      kills: done,
      wallMs,
      cpuMs: Math.round(total.cpuMs),
      mostRss: total.rss,
      mostHeap: total.heap,
      largestMail,
      byMinute: countEach(minutes),
    };
  } finally {
    strike();
    await ended();
    await new Promise<void>((closed) => mail.close(() => closed()));
    rmSync(folder, { recursive: true, force: true });
  }

  /** True if nothing arrived for long. */
  async function until(isReached: () => boolean): Promise<boolean> {
    let before = arrived.size;
    let since = Date.now();
    // Emails go out once in a minute of its clock.
    const patienceMs = Math.max(60_000, (3 * MINUTE_MS) / speed);
    while (!isReached()) {
      await delay(2);
      if (arrived.size > before) [before, since] = [arrived.size, Date.now()];
      if (Date.now() - since > patienceMs) return true;
    }
    return false;
  }
}

function countEach(minutes: readonly number[]): number[] {
  const first = Math.min(...minutes);
  const counts = new Array<number>(Math.max(...minutes) - first + 1).fill(0);
  for (const minute of minutes) counts[minute - first]!++;
  return counts;
}

/** Readers with and without an account, with categories, searches and listings of their own. */
async function addReaders(
  env: Record<string, string>,
  count: number,
  at: Date,
): Promise<{ wanted: Set<string>; quiet: number }> {
  const settings = readSettings(env);
  const store = await openStore(settings, createLog(settings));
  const wanted = new Set<string>();
  let quiet = 0;
  for (let index = 0; index < LAUNCHES; index++) {
    const category = CATEGORIES[index % (CATEGORIES.length - 1)]!;
    await addListing(
      store,
      { ...COMPLETE, name: `Launch ${index}`, site: `launch-${index}.test`, ownerId: null, category },
      at,
    );
  }
  for (let first = 0; first < count; first += ADDED_AT_ONCE)
    await store.change(async (tx) => {
      for (let index = first; index < Math.min(count, first + ADDED_AT_ONCE); index++) {
        const email = `reader${index}@people.example`;
        const reader = { id: randomUUID(), zone: index % 3 === 0 ? "Europe/London" : null, lastWeek: null };
        const { at: dueAt } = nextEdition(at, reader, "UTC");
        await tx.digests.add({ ...reader, email, askedAt: at, confirmedAt: at, dueAt });
        if (index % QUIET_EVERY === 0) {
          quiet++;
          await tx.digests.choose(reader.id, CATEGORIES.at(-1)!);
          continue;
        }
        wanted.add(email);
        const chosen = CATEGORIES.slice(0, 1 + (index % (CATEGORIES.length - 1)));
        if (index % 3 > 0) for (const category of chosen) await tx.digests.choose(reader.id, category);
        else {
          const account = { id: randomUUID(), email, name: `Reader ${index}`, emailVerifiedAt: at, createdAt: at };
          await tx.accounts.add(account);
          for (const category of chosen) await tx.categoryFollows.follow(account.id, category, at);
          if (index % 30 === 3)
            await tx.savedSearches.add({
              ...{ id: randomUUID(), accountId: account.id, query: "category=crm", title: "CRM", createdAt: at },
            });
        }
      }
    });
  await store.close();
  return { wanted, quiet };
}
