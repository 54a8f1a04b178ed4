import type { IncomingMessage, ServerResponse } from "node:http";
import { addressKey } from "../core/limiter.ts";
import type { Gate, Incoming } from "./incoming.ts";
import { createUsage } from "./usage.ts";

/** How many requests of one address may wait. Connections with more are closed, to save memory. */
const MOST_WAITING = 1000;

/** How much more a refused request counts: floods are mostly refused, and honest clients seldom are. */
const REFUSED_WEIGHT = 4;

/** How many turns one round of the event loop has, and how long it may take to start them. */
const MOST_TURNS = 16;
const ROUND_MS = 1;

/** Express continues in the next round of the event loop after every hundred routes. */
const MOST_ROUNDS = 4;

type Waiting = { req: IncomingMessage; res: ServerResponse; start: () => void };
type Turn = Waiting & { address: string };
type Line = (start: () => void) => void;

type Clocks = {
  nowMs: () => number;
  /** CPU time of this thread. On a busy machine, a turn takes longer than its work. */
  workedMs: () => number;
};
const CLOCKS: Clocks = {
  nowMs: () => performance.now(),
  workedMs() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** On the request itself: the collector visits the entries of a WeakMap each time it runs. */
const LINE = Symbol("line");
type Lined = IncomingMessage & { [LINE]?: Line };

/**
 * Starts requests one at a time, next from the address that lately used the least of the event
 * loop. A turn ends with the response, or when the request waits for something outside.
 */
export function takeTurns({ nowMs, workedMs }: Clocks = CLOCKS): Gate {
  /** By address; of equals the first comes first. */
  const waiting = new Map<string, Waiting[]>();
  const usage = createUsage(nowMs);
  let isOn = false;
  let roundStartedAt = 0;
  /** CPU time at the end of the turn before in this round. Asking for it takes longer than a small turn. */
  let worked: number | undefined;
  let running: (Turn & { before: number }) | undefined;

  function schedule(): void {
    isOn = waiting.size > 0;
    if (!isOn) return;
    roundStartedAt = 0;
    worked = undefined;
    // A request's promises settle between two callbacks of a round, which is enough for most.
    for (let turn = Math.min(waiting.size, MOST_TURNS); turn > 0; turn--) {
      setImmediate(startNext);
      setImmediate(settle);
    }
    setImmediate(endRound, 1);
  }

  function startNext(): void {
    if (running) return;
    const now = nowMs();
    roundStartedAt ||= now;
    if (now - roundStartedAt > ROUND_MS) return;
    const next = take();
    if (!next) return;
    running = { ...next, before: worked ?? workedMs() };
    next.start();
  }

  function settle(): void {
    if (running?.res.writableEnded) end(running);
  }

  function end({ res, address, before }: NonNullable<typeof running>): void {
    worked = workedMs();
    usage.add(address, (res.statusCode >= 400 ? REFUSED_WEIGHT : 1) * (worked - before));
    running = undefined;
  }

  function endRound(rounds: number): void {
    if (running && !running.res.writableEnded && rounds < MOST_ROUNDS) return void setImmediate(endRound, rounds + 1);
    if (running) end(running);
    schedule();
  }

  /** The next request whose client is still connected. */
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

  const lineOf = (req: Incoming, res: ServerResponse): Line => {
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
    (req as Lined)[LINE] = line;
    line(next);
  };
}

/**
 * Waits for another turn, for work outside the first one. Never resolves if the client has left.
 */
const anotherTurn = (req: IncomingMessage): Promise<void> =>
  new Promise((start) => {
    const line = (req as Lined)[LINE];
    if (line) line(start);
    else start();
  });

/** Reads a body. If it arrives after the head, it takes another turn. */
export async function readInTurn<Body>(req: IncomingMessage, read: () => Promise<Body>): Promise<Body> {
  const isHere = req.complete;
  const body = await read();
  if (!isHere) await anotherTurn(req);
  return body;
}
