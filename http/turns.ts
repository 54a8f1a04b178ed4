import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, RequestHandler } from "express";
import { addressKey } from "../core/limiter.ts";
import { createUsage } from "./usage.ts";

/** So many requests of one address may wait; a connection that brings more is ended, because each takes memory. */
const MOST_WAITING = 1000;

/** Express goes on in the next round of the event loop after every hundred routes that it passes over. */
const MOST_ROUNDS = 4;

type Waiting = { req: IncomingMessage; res: ServerResponse; start: () => void };
type Turn = Waiting & { address: string };
type Line = (start: () => void) => void;

type Clocks = {
  nowMs: () => number;
  /** How long this thread has computed. On a busy machine a turn takes longer than its work, whoever it is of. */
  workedMs: () => number;
};
const CLOCKS: Clocks = {
  nowMs: () => performance.now(),
  workedMs() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

const lines = new WeakMap<IncomingMessage, Line>();

/**
 * Starts one request after the other. While several wait, the next is of the address that has used the least of the event loop lately;
 * equals take turns. Whoever sends very many waits behind their own and everybody else. A turn ends with the answer, or when the
 * request waits for something outside, such as a payment provider; it then runs on as ever.
 */
export function takeTurns({ nowMs, workedMs }: Clocks = CLOCKS): RequestHandler {
  /** By address; of equals the first comes first. */
  const waiting = new Map<string, Waiting[]>();
  const usage = createUsage(nowMs);
  let isOn = false;
  let running: (Turn & { before: number }) | undefined;

  function schedule(): void {
    isOn = waiting.size > 0;
    if (!isOn) return;
    // Both in one round: the second runs after all that the request does at once, and before anything new comes in.
    setImmediate(startNext);
    setImmediate(settle, 1);
  }

  function startNext(): void {
    const next = take();
    if (!next) return;
    running = { ...next, before: workedMs() };
    next.start();
  }

  function settle(rounds: number): void {
    if (running && !running.res.writableEnded && rounds < MOST_ROUNDS) return void setImmediate(settle, rounds + 1);
    if (running) usage.add(running.address, workedMs() - running.before);
    running = undefined;
    schedule();
  }

  /** The next whose client is still there. */
  function take(): Turn | undefined {
    while (waiting.size > 0) {
      const address = usage.leastOf(waiting.keys());
      const requests = waiting.get(address)!;
      const one = requests.shift()!;
      waiting.delete(address);
      if (requests.length > 0) waiting.set(address, requests);
      if (!one.req.socket.destroyed) return { ...one, address };
    }
    return undefined;
  }

  const lineOf = (req: Request, res: ServerResponse): Line => {
    const address = addressKey(req.ip ?? "");
    return (start) => {
      const before = waiting.get(address);
      if (before && before.length >= MOST_WAITING) return void req.socket.destroy();
      const one = { req, res, start };
      if (before) before.push(one);
      else waiting.set(address, [one]);
      usage.meet(address);
      if (!isOn) schedule();
    };
  };

  return (req, res, next) => {
    const line = lineOf(req, res);
    lines.set(req, line);
    line(next);
  };
}

/** Waits for another turn: the work goes on outside the one it began in. Never resolves for a request whose client is gone. */
const anotherTurn = (req: IncomingMessage): Promise<void> =>
  new Promise((start) => {
    const line = lines.get(req);
    if (line) line(start);
    else start();
  });

/** Reads a body. One that has come with the head is read in the turn of its request; one that comes later takes another. */
export async function readInTurn<Body>(req: IncomingMessage, read: () => Promise<Body>): Promise<Body> {
  const isHere = req.complete;
  const body = await read();
  if (!isHere) await anotherTurn(req);
  return body;
}
