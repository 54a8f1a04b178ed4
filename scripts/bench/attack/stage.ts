import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Credentials } from "../../../test/helpers/people.ts";
import { type Asked, type Client, createClient } from "./client.ts";

export type Owner = Credentials & { listingId: number; slug: string };
/** A program that somebody connected: the address of its document, and the tokens it holds. */
export type Connected = { clientId: string; access: string; refresh: string };

/** What all processes of a run know, as plain data, because it is sent between them. */
export type Stage = {
  base: string;
  /** Honest clients wait so many times longer, and readers ask so many times less often: 1 where times are measured. */
  patience: number;
  password: string;
  /** Whose account strangers know the email of. */
  person: Credentials;
  /** One account may make ten orders an hour. */
  buyers: Owner[];
  maker: Credentials;
  assistants: Connected[];
  /** Accounts that strangers opened, each with a listing. */
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
export const readerAddress = (nth: number): string => `127.0.4.${nth}`;
export const honestAddress = (nth: number): string => `127.0.2.${nth}`;
const strangerAddress = (nth: number): string => `127.${10 + Math.floor(nth / 250)}.1.${1 + (nth % 250)}`;

/** `from`: which of the strangers' addresses; "new" is another one each time. Default: each in turn. */
export type Shot = Asked & { from?: number | "new" };
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
  /** By how many megabytes the server's memory may grow, beyond what it does while nobody attacks. */
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
  const clients = new Map<number, Client>();
  const sockets = new Set<Socket>();
  let sent = 0;
  const connectFrom = (from: number) => createClient(stage.base, strangerAddress(from), { connections: 256 });
  const count = (status: number) =>
    counts[status === 429 ? "429" : status < 300 ? "2xx" : status < 400 ? "3xx" : status < 500 ? "4xx" : "5xx"]++;

  async function send({ from = sent % ADDRESSES, ...asked }: Shot) {
    sent++;
    const client = from === "new" ? connectFrom(FIRST_NEW + sent) : (clients.get(from) ?? connectFrom(from));
    if (from !== "new") clients.set(from, client);
    try {
      const answer = await client.send(asked, AbortSignal.timeout(PATIENCE_MS));
      count(answer.status);
      return answer;
    } catch {
      counts.cut++;
      return { path: asked.path, status: 0, headers: {}, text: "" };
    } finally {
      if (from === "new") void client.close();
    }
  }
  const isOver = (): boolean => performance.now() > until;
  const untilOver = (): Promise<void> => delay(Math.max(0, until - performance.now()));
  return {
    stage,
    counts,
    sent: () => sent,
    isOver,
    untilOver,
    /** For attacks whose effect comes late. */
    isOverLong: () => performance.now() > until + (MOST_TIMES - 1) * seconds * 1000,
    send,
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
      const socket = connect({ host: hostname, port: Number(port), localAddress: strangerAddress(from) });
      sockets.add(socket);
      socket.on("error", () => counts.cut++).on("close", () => sockets.delete(socket));
      socket.on("data", (chunk) => {
        for (const [, status] of chunk.toString("latin1").matchAll(/HTTP\/1\.1 (\d{3})/g)) count(Number(status));
      });
      return socket;
    },
    async leave(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}
