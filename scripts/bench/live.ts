import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { readSettings } from "../../core/settings/config.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";
import { castVote } from "../../test/helpers/cast-vote.ts";
import { startHelper } from "./attack/talk.ts";
import type { LiveQuestions } from "./live-readers.ts";
import { debut, start } from "./programs.ts";
import { quantile } from "./quantile.ts";
import { UNLIMITED } from "./site.ts";

const [CONNECTIONS, SECONDS, VOTES_PER_SECOND, ASKED_PER_SECOND] = [5000, 60, 2, 80];
const LISTINGS = 200;
const MOST = "1000000";

/** One launch page that thousands follow: memory, when a vote appears, and how fast other requests are meanwhile. */
export async function benchLive(folder: string, options: string[]): Promise<void> {
  const count = Number(options[0] ?? CONNECTIONS);
  const env = {
    DATA_DIR: folder,
    PORT: "0",
    ...UNLIMITED,
    LIMIT_CONNECTIONS: MOST,
    LIMIT_LIVE: MOST,
    LIMIT_LIVE_ALL: MOST,
  };
  debut(["seed", "--listings", String(LISTINGS)], env);
  const served = await start("server/main.ts", ["serve", "--json"], env);
  // Votes come from another process on the same file, as from a second node.
  const settings = readSettings({ ...process.env, ...env, LOG_LEVEL: "error" });
  const store = await openStore(settings, createLog(settings));
  const readers = startHelper<LiveQuestions>("../live-readers.ts");
  try {
    const { rows } = await store.launches.feed("recent", { offset: 0, limit: 1 });
    const { id, slug } = rows[0]!;
    const voters = 2 * SECONDS * VOTES_PER_SECOND + 10;
    const ids = Array.from({ length: voters }, (_, nth) => `voter-${nth}`);
    await store.change(async (tx) => {
      for (const one of ids)
        await tx.accounts.add({
          ...{ id: one, email: `${one}@bench.example`, name: one, passwordHash: null, isAdmin: false },
          ...{ emailVerifiedAt: new Date(0), createdAt: new Date(0) },
        });
    });
    const voting = {
      store,
      settings: { ...settings, VOTE_BURST_NETWORK: voters, VOTE_BURST_NEW_ACCOUNTS: voters },
      now: () => new Date(),
    };
    let next = 0;
    async function vote(): Promise<number> {
      const at = performance.timeOrigin + performance.now();
      const voter = ids[next++]!;
      await castVote(voting, voter, id);
      return at;
    }
    const pages = [`/listings/${slug}`, "/", `/api/v1/listings/${slug}`];

    /** Asks one page after another while votes come in. */
    async function ask(): Promise<{ times: number[]; castAt: number[]; cpu: number }> {
      const times: number[] = [];
      const castAt: number[] = [];
      const before = cpuOf(served.child.pid!);
      const until = performance.now() + 1000 * SECONDS;
      for (let nth = 0; performance.now() < until; nth++) {
        const started = performance.now();
        if (nth % (ASKED_PER_SECOND / VOTES_PER_SECOND) === 0) castAt.push(await vote());
        const asked = performance.now();
        await (await fetch(served.url + pages[nth % pages.length]!)).arrayBuffer();
        times.push(performance.now() - asked);
        await delay(Math.max(0, started + 1000 / ASKED_PER_SECOND - performance.now()));
      }
      return { times, castAt, cpu: (cpuOf(served.child.pid!) - before) / SECONDS };
    }

    await ask();
    next = 0;
    await store.change(async (tx) => {
      for (const one of ids) await tx.votes.withdraw(one, id, new Date());
    });
    const without = await ask();
    const votes = (await store.listings.find(id))!.votes;
    const memory = memoryOf(served.child.pid!);
    const opening = performance.now();
    const followed = await readers.ask("follow", {
      port: Number(new URL(served.url).port),
      path: `/live?on=listing/${slug}`,
      count,
    });
    const openedMs = performance.now() - opening;
    await delay(2000);
    const withAll = await ask();
    await delay(3000);
    const delays = await readers.ask("delays", { first: votes + 1, castAt: withAll.castAt });
    const used = memoryOf(served.child.pid!) - memory;
    console.log(
      `  connections ${followed.open}, opened in ${(openedMs / 1000).toFixed(1)} s, open at the end ${delays.open}`,
    );
    console.log(`  memory ${used.toFixed(0)} MB more, ${((1000 * used) / count).toFixed(0)} kB a connection`);
    console.log(
      `  votes ${withAll.castAt.length}, seen ${delays.seen}, missing ${delays.missing}: p50 ${delays.p50.toFixed(0)} ms, p99 ${delays.p99.toFixed(0)} ms, longest ${delays.longest.toFixed(0)} ms`,
    );
    const line = (name: string, { times, cpu }: { times: number[]; cpu: number }) =>
      console.log(
        `  ${name.padEnd(9)} ${times.length} requests, p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms; server ${(100 * cpu).toFixed(0)}% of a core`,
      );
    line("without", without);
    line("with", withAll);
    const ratio = (share: number) => (quantile(withAll.times, share) / quantile(without.times, share)).toFixed(2);
    console.log(`  with / without: p50 ${ratio(0.5)}, p95 ${ratio(0.95)}, p99 ${ratio(0.99)}`);
  } finally {
    await readers.ask("end");
    await readers.end();
    await store.close();
    const stopping = performance.now();
    await served.stop();
    console.log(`  stopped in ${(performance.now() - stopping).toFixed(0)} ms`);
  }
}

/** Resident, in MB. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;

/** User and system time in seconds; hundredths whatever unit the kernel uses. */
function cpuOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ").slice(13, 15);
  return (Number(user) + Number(system)) / 100;
}
