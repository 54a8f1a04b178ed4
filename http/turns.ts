import type { IncomingMessage, ServerResponse } from "node:http";
import { addressKey } from "../core/limiter.ts";
import type { Gate } from "./incoming.ts";
import { createUsage, type Usage } from "./usage.ts";

/** How many requests of one address may wait. Connections with more are closed, to save memory. */
const MOST_WAITING = 1000;

/** How much more a refused request counts: floods are mostly refused, and honest clients seldom are. */
const REFUSED_WEIGHT = 4;

/** How many turns one round of the event loop has, and how long it may take to start them. */
const MOST_TURNS = 16;
const ROUND_MS = 1;

/** Express continues in the next round of the event loop after every hundred routes. */
const MOST_ROUNDS = 4;

type Address = Usage & { waiting: Waiting[] };
type Waiting = { address: Address; req: IncomingMessage; res: ServerResponse; start: () => void };
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
  const usage = createUsage(nowMs, () => ({ waiting: [] as Waiting[] }));
  /** Addresses with waiting requests. Of equals, the first comes first. */
  const addresses: Address[] = [];
  let isOn = false;
  /** Of this round: when it began, and how many turns it has had. */
  let roundStartedAt = 0;
  let turns = 0;
  /** The turn that is on: since when, and in how many rounds. */
  let running: Waiting | undefined;
  let startedAt = 0;
  let rounds = 0;
  /** CPU time before the turns that are not charged yet, and how long each of them took. */
  let worked = 0;
  let ended: { address: Address; ms: number; weight: number }[] = [];

  function schedule(): void {
    isOn = running !== undefined || addresses.length > 0;
    if (isOn) setImmediate(beginRound);
  }

  function beginRound(): void {
    if (running && !running.res.writableEnded && ++rounds < MOST_ROUNDS) return void schedule();
    if (running) end(running);
    charge();
    roundStartedAt = nowMs();
    turns = 0;
    startNext();
  }

  /** Starts as many as the round has time for. One that is answered at once needs no promises to settle. */
  function startNext(): void {
    for (startedAt = nowMs(); turns < MOST_TURNS && startedAt - roundStartedAt <= ROUND_MS; turns++) {
      running = take();
      if (!running) break;
      rounds = 0;
      running.start();
      // The promises of most requests settle before the next tick after theirs.
      if (!running.res.writableEnded) return void queueMicrotask(() => process.nextTick(settle));
      end(running);
    }
    endRound();
  }

  function settle(): void {
    if (!running?.res.writableEnded) return void endRound();
    end(running);
    turns++;
    startNext();
  }

  function end({ address, res }: Waiting): void {
    const now = nowMs();
    ended.push({ address, ms: now - startedAt, weight: res.statusCode >= 400 ? REFUSED_WEIGHT : 1 });
    startedAt = now;
    running = undefined;
  }

  function endRound(): void {
    if (!running) charge();
    schedule();
  }

  /**
   * Divides the CPU time of the turns that have ended by how long each of them took: asking for it
   * takes longer than a small turn.
   */
  function charge(): void {
    const now = workedMs();
    const elapsed = ended.reduce((sum, { ms }) => sum + ms, 0);
    const share = elapsed > 0 ? (now - worked) / elapsed : 0;
    for (const { address, ms, weight } of ended) usage.add(address, weight * ms * share);
    ended = [];
    worked = now;
  }

  /** The next request whose client is still connected. */
  function take(): Waiting | undefined {
    while (addresses.length > 0) {
      const at = least(addresses);
      const { waiting } = addresses[at]!;
      const next = waiting.shift()!;
      addresses.splice(at, 1);
      if (waiting.length > 0) addresses.push(next.address);
      if (!next.req.socket.destroyed) return next;
    }
    return undefined;
  }

  return (req, res, next) => {
    const address = usage.of(addressKey(req.ip ?? ""));
    const line: Line = (start) => {
      const { waiting } = address;
      if (waiting.length >= MOST_WAITING) return void req.socket.destroy();
      if (waiting.push({ address, req, res, start }) === 1) addresses.push(address);
      if (isOn) return;
      isOn = true;
      setImmediate(beginRound);
    };
    (req as Lined)[LINE] = line;
    line(next);
  };
}

function least(addresses: readonly Usage[]): number {
  let at = 0;
  for (let other = 1; other < addresses.length; other++) if (addresses[other]!.level < addresses[at]!.level) at = other;
  return at;
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
