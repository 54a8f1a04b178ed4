import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { type Stage, strangerAddress } from "./stage.ts";

export type Shot = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "HEAD" | "OPTIONS";
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Which of the strangers' addresses it comes from: "new" is one of its own. Default: each in turn of those the attack has. */
  from?: number | "new";
};
/** How requests were answered; 4xx without 429. */
export const CLASSES = ["2xx", "3xx", "4xx", "429", "5xx", "cut"] as const;
export type Counts = Record<(typeof CLASSES)[number], number>;
/** What an attack is made of. */
export type Stranger = ReturnType<typeof createStranger>;
export type Attack = {
  title: string;
  /** Websites that strangers submitted: they answer for every host of theirs. */
  website?: RequestListener;
  /** For attacks that need to grow: how many times as long as the others. */
  longer?: number;
  /** By how much the server's memory may grow at any time, beyond what it does while nobody attacks. */
  mostGrowthMb?: number;
  run: (stranger: Stranger) => Promise<void>;
};

/** A laptop and a few borrowed machines. */
const ADDRESSES = 8;
const FIRST_NEW = 1000;
/** So many times as long as asked for may an attack take that waits for its effect. */
const MOST_TIMES = 6;
/** A request is given up after this time, and counts as cut. */
const PATIENCE_MS = 15_000;

export function createStranger(stage: Stage, seconds: number) {
  const until = performance.now() + seconds * 1000;
  const counts: Counts = { "2xx": 0, "3xx": 0, "4xx": 0, "429": 0, "5xx": 0, cut: 0 };
  const pools = new Map<number, Pool>();
  const sockets = new Set<Socket>();
  let sent = 0;
  let bytes = 0;

  const poolOf = (from: number): Pool => {
    const known = pools.get(from);
    if (known) return known;
    const made = connectFrom(from);
    pools.set(from, made);
    return made;
  };
  const connectFrom = (from: number): Pool =>
    new Pool(stage.base, {
      connections: 256,
      localAddress: strangerAddress(from),
      connect: { timeout: PATIENCE_MS },
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
    });
  const classOf = (status: number): keyof Counts =>
    status === 429 ? "429" : status < 300 ? "2xx" : status < 400 ? "3xx" : status < 500 ? "4xx" : "5xx";

  async function send({ method = "GET", path, headers, body, from = sent % ADDRESSES }: Shot) {
    sent++;
    const pool = from === "new" ? connectFrom(FIRST_NEW + sent) : poolOf(from);
    try {
      const answer = await pool.request({ method, path, headers: headers ?? {}, body: body ?? null });
      const text = await answer.body.text();
      bytes += text.length;
      counts[classOf(answer.statusCode)]++;
      return { status: answer.statusCode, headers: answer.headers, text };
    } catch {
      counts.cut++;
      return { status: 0, headers: {}, text: "" };
    } finally {
      if (from === "new") void pool.destroy();
    }
  }

  const isOver = (): boolean => performance.now() > until;
  const isOverLong = (): boolean => performance.now() > until + (MOST_TIMES - 1) * seconds * 1000;
  const untilOver = (): Promise<void> => delay(Math.max(0, until - performance.now()));
  return {
    stage,
    counts,
    facts: () => ({ sent, bytes }),
    isOver,
    untilOver,
    /** For attacks whose effect comes late: they may go on until they saw it. */
    isOverLong,
    send,
    /** Keeps so many requests on their way until the time is over, and waits for none of them. */
    async flood(inFlight: number, one: (nth: number) => Promise<unknown>): Promise<void> {
      let nth = 0;
      const loop = async () => {
        while (!isOver()) await one(nth++);
      };
      // What is not answered by then is cut off by `leave`.
      await Promise.race([Promise.all(Array.from({ length: inFlight }, loop)), untilOver()]);
    },
    /** A bare connection, for what no client would send. */
    socket(from: number): Socket {
      sent++;
      const { hostname, port } = new URL(stage.base);
      const socket = connect({ host: hostname, port: Number(port), localAddress: strangerAddress(from) });
      sockets.add(socket);
      socket.on("error", () => counts.cut++).on("close", () => sockets.delete(socket));
      socket.on("data", (chunk) => {
        bytes += chunk.length;
        for (const [, status] of chunk.toString("latin1").matchAll(/HTTP\/1\.1 (\d{3})/g))
          counts[classOf(Number(status))]++;
      });
      return socket;
    },
    async leave(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}
