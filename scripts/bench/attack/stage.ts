import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Owner } from "../databases.ts";
import { type Answer, type Asked, type Client, closeClients, createClient } from "./client.ts";

/** A program that somebody connected: the address of its document, and the tokens it holds. */
export type Connected = { clientId: string; access: string; refresh: string };

/** What all processes of a run know, as plain data, because it is sent between them. */
export type Stage = {
  base: string;
  /** How many times longer honest clients wait, and readers pause: 1 where times are measured. */
  patience: number;
  password: string;
  /** Strangers know the email of this account. */
  person: Owner;
  /** One account may make ten orders an hour. */
  buyers: Owner[];
  maker: Owner;
  assistants: Connected[];
  /** Accounts that strangers opened. */
  strangers: Owner[];
  slugs: string[];
  /** Where hostile websites listen, and their hosts. */
  sitePort: number;
  siteHosts: string[];
};

export const HONEST_HOSTS = {
  assistant: "assistant.test",
  newcomer: "newcomer.test",
  maker: "maker.test",
  earlier: "earlier.test",
};

/** `from`: which of the strangers' addresses; "new" is another one each time. Default: each in turn. */
export type Shot = Asked & { from?: number | "new" };
/** How requests were answered; 4xx without 429. */
export const CLASSES = ["2xx", "3xx", "4xx", "429", "5xx", "cut"] as const;
/** What an attack is made of. */
export type Stranger = ReturnType<typeof createStranger>;
export type Attack = {
  title: string;
  /** Answers for every host of the websites that strangers submit. */
  website?: RequestListener;
  /** For attacks that need to grow: how many times as long as the others. */
  longer?: number;
  /** By how many megabytes the server's memory may grow, beyond what it does while nobody attacks. */
  mostGrowthMb?: number;
  run: (stranger: Stranger) => Promise<unknown>;
};

/** A laptop and a few borrowed machines. */
const ADDRESSES = 8;
const FIRST_NEW = 1000;
const addressOf = (nth: number): string => `127.${10 + Math.floor(nth / 250)}.1.${1 + (nth % 250)}`;
/** Attacks that wait for their effect may take so many times as long. */
const MOST_TIMES = 6;
/** Requests without an answer by then count as cut. */
const GIVE_UP_MS = 15_000;

export function createStranger(stage: Stage, seconds: number) {
  const until = performance.now() + seconds * 1000;
  const counts = Object.fromEntries(CLASSES.map((one) => [one, 0])) as Record<(typeof CLASSES)[number], number>;
  const clients = new Map<number, Client>();
  const sockets = new Set<Socket>();
  let sent = 0;
  const connectFrom = (from: number) => createClient(stage.base, addressOf(from), { connections: 256 });
  const count = (status: number) =>
    counts[status === 429 ? "429" : status < 300 ? "2xx" : status < 400 ? "3xx" : status < 500 ? "4xx" : "5xx"]++;
  const isOver = (): boolean => performance.now() > until;
  const untilOver = (): Promise<void> => delay(Math.max(0, until - performance.now()));
  return {
    stage,
    result: () => ({ counts, sent }),
    isOver,
    untilOver,
    /** For attacks whose effect comes late. */
    isOverLong: () => performance.now() > until + (MOST_TIMES - 1) * seconds * 1000,
    async send({ from = sent % ADDRESSES, ...asked }: Shot): Promise<Answer> {
      sent++;
      const client = from === "new" ? connectFrom(FIRST_NEW + sent) : (clients.get(from) ?? connectFrom(from));
      if (from !== "new") clients.set(from, client);
      try {
        const answer = await client.send(asked, AbortSignal.timeout(GIVE_UP_MS));
        count(answer.status);
        return answer;
      } catch {
        counts.cut++;
        return { path: asked.path, status: 0, headers: {}, text: "" };
      } finally {
        if (from === "new") void client.close();
      }
    },
    /** Keeps so many requests on their way until the time is over, and waits for none of them. */
    async flood(inFlight: number, one: (nth: number) => Promise<unknown>): Promise<void> {
      let nth = 0;
      const loop = async () => {
        while (!isOver()) await one(nth++);
      };
      await Promise.race([Promise.all(Array.from({ length: inFlight }, loop)), untilOver()]);
    },
    /** A bare connection, for what no client would send. */
    socket(from: number): Socket {
      sent++;
      const { hostname, port } = new URL(stage.base);
      const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(from) });
      sockets.add(socket);
      socket.on("error", () => counts.cut++).on("close", () => sockets.delete(socket));
      socket.on("data", (chunk) => {
        for (const [, status] of chunk.toString("latin1").matchAll(/HTTP\/1\.1 (\d{3})/g)) count(Number(status));
      });
      return socket;
    },
    async leave(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await closeClients();
    },
  };
}
