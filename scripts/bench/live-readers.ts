// Follows a page over many connections from a process of its own, and notes when each vote arrives on each of them.
import { connect, type Socket } from "node:net";
import { answer } from "./attack/talk.ts";
import { quantile } from "./quantile.ts";

type Follow = { port: number; path: string; count: number };
export type LiveQuestions = {
  follow: (given: Follow) => Promise<{ open: number }>;
  /** Delays of votes by when they were cast, of which the first brought the count to `first`. */
  delays: (given: { first: number; castAt: number[] }) => Promise<Delays>;
  end: () => Promise<void>;
};
export type Delays = { seen: number; missing: number; p50: number; p99: number; longest: number; open: number };

const AT_ONCE = 100;
const sockets = new Set<Socket>();
/** By connection: at which time it had which count. */
const arrivals: { at: number; votes: number }[][] = [];
const clock = (): number => performance.timeOrigin + performance.now();

function open({ port, path }: Follow): Promise<void> {
  const its: { at: number; votes: number }[] = [];
  arrivals.push(its);
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`),
    );
    sockets.add(socket);
    socket.setEncoding("latin1");
    socket.once("error", reject);
    socket.once("close", () => sockets.delete(socket));
    let rest = "";
    socket.on("data", (text) => {
      const at = clock();
      rest += text;
      for (const [, votes] of rest.matchAll(/"votes":(\d+)[^\n]*\n/g)) {
        its.push({ at, votes: Number(votes) });
        if (its.length === 1) resolve();
      }
      rest = rest.slice(rest.lastIndexOf("\n") + 1);
    });
  });
}

answer({
  async follow(given: Follow) {
    for (let done = 0; done < given.count; done += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, given.count - done) }, () => open(given)));
    return { open: sockets.size };
  },
  async delays({ first, castAt }: { first: number; castAt: number[] }): Promise<Delays> {
    const delays: number[] = [];
    let missing = 0;
    for (const its of arrivals) {
      let next = 0;
      for (const [nth, at] of castAt.entries()) {
        while (next < its.length && its[next]!.votes < first + nth) next++;
        if (next === its.length) missing++;
        else delays.push(its[next]!.at - at);
      }
    }
    const longest = delays.reduce((most, one) => Math.max(most, one), 0);
    return {
      ...{ seen: delays.length, missing, longest, open: sockets.size },
      ...{ p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) },
    };
  },
  async end() {
    for (const socket of sockets) socket.destroy();
  },
});
