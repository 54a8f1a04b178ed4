import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { AppError, problemOf } from "#core/errors/errors.ts";
import { addressKey } from "#core/limits/limiter.ts";
import type { Settings } from "#core/settings/config.ts";
import { factsOf } from "./facts.ts";
import { createFairQueue, type Waiting } from "./fair-queue.ts";
import type { Gate, Incoming } from "./incoming.ts";
import { isHeld } from "./one-by-one.ts";
import { sendProblem } from "./refusal.ts";

/** How much more a refused request counts: floods are mostly refused, and honest clients seldom are. */
const REFUSED_WEIGHT = 4;

/**
 * Longer than people wait, and than most programs do. It is CPU time: on a machine with other work,
 * waiting takes longer without more requests.
 */
const MOST_WAIT_MS = 10_000;
const tooBusy = new AppError("service_unavailable", "Too many requests are waiting. Try again in 5 seconds.");

const MOST_TURNS = 16;
const ROUND_MS = 1;

/** Express continues in the next round of the event loop after every hundred routes. */
const MOST_ROUNDS = 4;

type Turn = { req: Incoming; res: ServerResponse; cameMs: number; start: () => void };

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

/** How many unfinished requests to charge: older ones mostly wait for something outside. */
const MOST_OPEN = 100;

const MOST_CREDENTIALS = 10_000;

type Line = { wait: (start: () => void) => void; noteCaller: (accountId: string | undefined) => void };
/** On the request itself: the collector visits the entries of a WeakMap each time it runs. */
const LINE = Symbol("line");
declare module "node:http" {
  interface IncomingMessage {
    [LINE]?: Line;
  }
}

export function takeTurns({ BASE_URL }: Pick<Settings, "BASE_URL">, { nowMs, workedMs }: Clocks = CLOCKS): Gate {
  const queue = createFairQueue<Turn>(nowMs);
  /** Whose credentials were valid when last used, by their hash: nothing is looked up before a turn. */
  const accounts = new LRUCache<string, string>({ max: MOST_CREDENTIALS });
  let isOn = false;
  let roundStartedAt = 0;
  let turns = 0;
  let running: Waiting<Turn> | undefined;
  let startedAt = 0;
  let rounds = 0;
  /** CPU time before what is not charged yet, and the turns of this round with how long each took. */
  let worked = 0;
  let ran: { turn: Waiting<Turn>; ms: number }[] = [];
  let open: Waiting<Turn>[] = [];

  function schedule(): void {
    isOn = running !== undefined || !queue.isEmpty();
    if (isOn) setImmediate(beginRound);
  }

  function beginRound(): void {
    chargeOpen();
    if (running && !running.item.res.writableEnded && ++rounds < MOST_ROUNDS) return void schedule();
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
      if (worked - running.item.cameMs < MOST_WAIT_MS) running.item.start();
      else refuse(running.item);
      // The promises of most requests settle before the next tick after theirs.
      if (!running.item.res.writableEnded) return void queueMicrotask(() => process.nextTick(settle));
      pause(running);
    }
    running = undefined;
    endRound();
  }

  function settle(): void {
    if (!running) return;
    pause(running);
    if (!running.item.res.writableEnded) {
      open.push(running);
      return void endRound();
    }
    turns++;
    startNext();
  }

  function pause(turn: Waiting<Turn>): void {
    const now = nowMs();
    ran.push({ turn, ms: now - startedAt });
    startedAt = now;
  }

  /**
   * Divides the CPU time of a round by how long each of its turns took: asking for it takes longer
   * than a small turn.
   */
  function endRound(): void {
    const spentMs = spent();
    const elapsed = ran.reduce((sum, { ms }) => sum + ms, 0);
    if (elapsed > 0) for (const { turn, ms } of ran) charge(turn, (ms * spentMs) / elapsed);
    ran = [];
    schedule();
  }

  function chargeOpen(): void {
    const spentMs = spent();
    for (const turn of open) charge(turn, spentMs / open.length);
    open = open.filter(({ item: { req, res } }) => !res.writableEnded && !isHeld(req)).slice(-MOST_OPEN);
  }

  function spent(): number {
    const before = worked;
    worked = workedMs();
    return worked - before;
  }

  const charge = (turn: Waiting<Turn>, ms: number): void =>
    queue.charge(turn, ms, turn.item.res.statusCode >= 400 ? REFUSED_WEIGHT : 1);

  function refuse({ req, res }: Turn): void {
    const problem = problemOf(tooBusy, { baseUrl: BASE_URL, requestId: factsOf(req).id });
    sendProblem(res, { error: tooBusy, problem, headers: { "Cache-Control": "no-store", "Retry-After": "5" } });
  }

  function take(): Waiting<Turn> | undefined {
    let next = queue.take();
    while (next?.item.req.socket.destroyed) next = queue.take();
    return next;
  }

  return (req, res, next) => {
    const { authorization, cookie } = req.headers;
    const credential = authorization ?? cookie;
    const id = credential && hash("sha256", credential, "base64url");
    const account = id && accounts.get(id);
    const kind = account ? "member" : factsOf(req).interface === "mcp" ? "mcp" : "visitor";

    function wait(start: () => void): void {
      if (!isOn) chargeOpen();
      queue.add(kind, account || addressKey(req.ip ?? ""), { req, res, cameMs: worked, start });
      if (!isOn) setImmediate(beginRound);
      isOn = true;
    }
    req[LINE] = {
      wait,
      noteCaller: (accountId) => void (id && (accountId ? accounts.set(id, accountId) : accounts.delete(id))),
    };
    wait(next);
  };
}

/** Remembers whose credential a request has, until it is not valid any more. */
export const noteCaller = (req: IncomingMessage, accountId: string | undefined): void =>
  req[LINE]?.noteCaller(accountId);

/**
 * Waits for another turn, for work outside the first one. Never resolves if the client has left.
 */
const anotherTurn = (req: IncomingMessage): Promise<void> =>
  new Promise((start) => {
    const line = req[LINE];
    if (line) line.wait(start);
    else start();
  });

/** Reads a body. If it arrives after the head, it takes another turn. */
export async function readInTurn<Body>(req: IncomingMessage, read: () => Promise<Body>): Promise<Body> {
  const isHere = req.complete;
  const body = await read();
  if (!isHere) await anotherTurn(req);
  return body;
}
