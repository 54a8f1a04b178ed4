import { setTimeout as delay } from "node:timers/promises";
import { readSettings } from "../../core/settings/config.ts";
import { castVote } from "../../test/helpers/cast-vote.ts";
import { addPerson } from "../../test/helpers/people.ts";
import { withStore } from "./databases.ts";
import { optionsOf, spread } from "./figures.ts";
import type { LiveQuestions } from "./live-readers.ts";
import { debut, memoryMb, serve, startHelper, UNLIMITED } from "./programs.ts";

const LISTINGS = 200;
const [VOTES, VOTE_MS] = [120, 500];
const SETTLE_MS = 3000;

/** One launch page that thousands follow (`--connections 5000`): its memory, and when each vote appears. */
export async function benchLive(folder: string, args: string[]): Promise<void> {
  const { connections } = optionsOf(args, { connections: 5000 });
  const env = { DATA_DIR: folder, ...UNLIMITED };
  debut(["seed", "--listings", String(LISTINGS)], env);
  const served = await serve(env);
  const readers = startHelper<LiveQuestions>("live-readers.ts");
  try {
    // Votes come from another process on the same file, as from a second node.
    await withStore(env, async (store) => {
      const voting = { store, settings: readSettings(env), now: () => new Date() };
      const [launch] = (await store.launches.feed("recent", { offset: 0, limit: 1 })).rows;
      const { id, slug, votes } = launch!;
      const memory = memoryMb(served.child);
      const path = `/live?on=listing/${slug}`;
      const open = await readers.ask("follow", { origin: served.url, path, count: connections });
      await delay(SETTLE_MS);
      const castAt: number[] = [];
      for (let nth = 0; nth < VOTES; nth++) {
        const { id: voter } = await addPerson(store, { email: `v${nth}@bench.example`, name: `V${nth}` }, new Date());
        castAt.push(performance.timeOrigin + performance.now());
        await castVote(voting, voter, id);
        await delay(VOTE_MS);
      }
      await delay(SETTLE_MS);
      const { delays, missing, open: left } = await readers.ask("delays", { first: votes + 1, castAt });
      console.log(`  connections ${open}, open at the end ${left}`);
      const kb = ((memoryMb(served.child) - memory) * 1000) / connections;
      console.log(`  memory ${kb.toFixed(0)} kB a connection`);
      console.log(`  votes ${VOTES}, seen ${delays.length}, missing ${missing}: ${spread(delays)}`);
      if (missing > 0) process.exitCode = 1;
    });
  } finally {
    await readers.end();
    await served.stop();
  }
}
