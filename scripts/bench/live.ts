import { setTimeout as delay } from "node:timers/promises";
import { readSettings } from "../../core/settings/config.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";
import { castVote } from "../../test/helpers/cast-vote.ts";
import { addPerson } from "../../test/helpers/people.ts";
import { quantile, spread } from "./figures.ts";
import type { LiveQuestions } from "./live-readers.ts";
import { cpuMs, debut, memoryMb, serve, startHelper, UNLIMITED } from "./programs.ts";

const [CONNECTIONS, SECONDS, VOTES_PER_SECOND, ASKED_PER_SECOND] = [5000, 60, 2, 80];
const LISTINGS = 200;

/** One launch page that thousands follow: memory, when a vote appears, and how fast other requests are meanwhile. */
export async function benchLive(folder: string, options: string[]): Promise<void> {
  const count = Number(options[0] ?? CONNECTIONS);
  const env = { DATA_DIR: folder, ...UNLIMITED };
  debut(["seed", "--listings", String(LISTINGS)], env);
  const served = await serve(env);
  // Votes come from another process on the same file, as from a second node.
  const settings = readSettings({ ...env, LOG_LEVEL: "error" });
  const store = await openStore(settings, createLog(settings));
  const readers = startHelper<LiveQuestions>("live-readers.ts");
  try {
    const { rows } = await store.launches.feed("recent", { offset: 0, limit: 1 });
    const { id, slug } = rows[0]!;
    const voters: string[] = [];
    for (let nth = 0; nth < 2 * SECONDS * VOTES_PER_SECOND + 10; nth++)
      voters.push((await addPerson(store, { email: `v${nth}@bench.example`, name: `V${nth}` }, new Date())).id);
    const pages = [`/listings/${slug}`, "/", `/api/v1/listings/${slug}`];

    /** Asks one page after another while votes come in. */
    async function ask(): Promise<{ times: number[]; castAt: number[]; cpu: number }> {
      const times: number[] = [];
      const castAt: number[] = [];
      const before = cpuMs(served.child);
      const until = performance.now() + 1000 * SECONDS;
      for (let nth = 0; performance.now() < until; nth++) {
        const started = performance.now();
        if (nth % (ASKED_PER_SECOND / VOTES_PER_SECOND) === 0) {
          castAt.push(performance.timeOrigin + started);
          await castVote({ store, settings, now: () => new Date() }, voters.pop()!, id);
        }
        const asked = performance.now();
        await (await fetch(served.url + pages[nth % pages.length]!)).arrayBuffer();
        times.push(performance.now() - asked);
        await delay(Math.max(0, started + 1000 / ASKED_PER_SECOND - performance.now()));
      }
      return { times, castAt, cpu: (cpuMs(served.child) - before) / SECONDS / 10 };
    }

    const without = await ask();
    const votes = (await store.listings.find(id))!.votes;
    const memory = memoryMb(served.child);
    const port = Number(new URL(served.url).port);
    const { open } = await readers.ask("follow", { port, path: `/live?on=listing/${slug}`, count });
    await delay(2000);
    const withAll = await ask();
    await delay(3000);
    const { delays, missing, open: left } = await readers.ask("delays", { first: votes + 1, castAt: withAll.castAt });
    console.log(`  connections ${open}, open at the end ${left}`);
    console.log(`  memory ${(((memoryMb(served.child) - memory) * 1000) / count).toFixed(0)} kB a connection`);
    console.log(`  votes ${withAll.castAt.length}, seen ${delays.length}, missing ${missing}: ${spread(delays)}`);
    for (const [name, { times, cpu }] of Object.entries({ without, with: withAll }))
      console.log(`  ${name}: ${times.length} requests, ${spread(times)}; server ${cpu.toFixed(0)} % of a core`);
    console.log(`  with / without: p99 ${(quantile(withAll.times, 0.99) / quantile(without.times, 0.99)).toFixed(2)}`);
    if (missing > 0) process.exitCode = 1;
  } finally {
    await readers.end();
    await store.close();
    await served.stop();
  }
}
