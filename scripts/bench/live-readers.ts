// Follows a page over many connections from a separate process, and notes when each vote arrives on each of them.
import { connect, type Socket } from "node:net";
import { answer } from "./programs.ts";

type Follow = { port: number; path: string; count: number };

const AT_ONCE = 100;
const sockets = new Set<Socket>();
/** By connection: at which time it had which count. */
const arrivals: { at: number; votes: number }[][] = [];

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
      const at = performance.timeOrigin + performance.now();
      rest += text;
      for (const [, votes] of rest.matchAll(/"votes":(\d+)[^\n]*\n/g)) {
        its.push({ at, votes: Number(votes) });
        if (its.length === 1) resolve();
      }
      rest = rest.slice(rest.lastIndexOf("\n") + 1);
    });
  });
}

const questions = {
  async follow(given: Follow) {
    for (let done = 0; done < given.count; done += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, given.count - done) }, () => open(given)));
    return { open: sockets.size };
  },
  /** Delays of votes by when they were cast, of which the first brought the count to `first`. */
  delays({ first, castAt }: { first: number; castAt: number[] }) {
    const delays: number[] = [];
    let missing = 0;
    for (const its of arrivals)
      for (const [nth, at] of castAt.entries()) {
        const arrival = its.find(({ votes }) => votes >= first + nth);
        if (arrival) delays.push(arrival.at - at);
        else missing++;
      }
    return { delays, missing, open: sockets.size };
  },
};
export type LiveQuestions = typeof questions;
answer(questions);
