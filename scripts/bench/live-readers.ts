// Follows a page over many connections from a separate process, and notes when each vote arrives on each of them.
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import { answer } from "./programs.ts";

type Follow = { origin: string; path: string; count: number };

const AT_ONCE = 100;
let open = 0;
/** By connection: at which time it had which count. */
const arrivals: { at: number; votes: number }[][] = [];

async function follow({ origin, path }: Follow): Promise<void> {
  const own: { at: number; votes: number }[] = [];
  arrivals.push(own);
  const [stream] = (await once(get(origin + path, { agent: false }), "response")) as [IncomingMessage];
  open++;
  stream.once("close", () => open--);
  const lines = createInterface(stream).on("line", (line) => {
    const votes = /"votes":(\d+)/.exec(line)?.[1];
    if (votes !== undefined) own.push({ at: performance.timeOrigin + performance.now(), votes: Number(votes) });
  });
  await once(lines, "line");
}

const questions = {
  async follow(given: Follow) {
    for (let done = 0; done < given.count; done += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, given.count - done) }, () => follow(given)));
    return open;
  },
  /** Delays of votes by when they were cast; the first brought the count to `first`. */
  delays({ first, castAt }: { first: number; castAt: number[] }) {
    const delays = arrivals.flatMap((own) =>
      castAt.flatMap((at, nth) => {
        const arrival = own.find(({ votes }) => votes >= first + nth);
        return arrival ? [arrival.at - at] : [];
      }),
    );
    return { delays, missing: arrivals.length * castAt.length - delays.length, open };
  },
};
export type LiveQuestions = typeof questions;
answer(questions);
