import type { IncomingMessage } from "node:http";
import type { Request, RequestHandler } from "express";
import { addressKey } from "../core/limiter.ts";

/** So many requests of one address may wait; a connection that brings more is ended, because each takes memory. */
const MOST_WAITING = 1000;

type Waiting = { req: IncomingMessage; start: () => void };
type Line = (waiting: Waiting) => void;

const lines = new WeakMap<IncomingMessage, Line>();

/**
 * Starts one request after the other, and while several wait, those of each address in turn: whoever sends very many waits behind
 * their own, and others wait for one request of each sender at most. A request that has started runs as ever.
 */
export function takeTurns(): RequestHandler {
  /** By address, in the order of their turns. */
  const waiting = new Map<string, Waiting[]>();
  let isOn = false;

  function startNext(): void {
    const [turn] = waiting;
    isOn = turn !== undefined;
    if (!turn) return;
    const [address, requests] = turn;
    const { req, start } = requests.shift()!;
    waiting.delete(address);
    if (requests.length > 0) waiting.set(address, requests);
    // After everything that this one does without waiting for anything outside.
    setImmediate(startNext);
    if (!req.socket.destroyed) start();
  }

  const lineOf = ({ ip = "" }: Request): Line => {
    const address = addressKey(ip);
    return (one) => {
      const before = waiting.get(address);
      if (before && before.length >= MOST_WAITING) return void one.req.socket.destroy();
      if (before) before.push(one);
      else waiting.set(address, [one]);
      if (!isOn) startNext();
    };
  };

  return (req, _res, next) => {
    const line = lineOf(req);
    lines.set(req, line);
    line({ req, start: next });
  };
}

/** For a request that goes on with much work after it has waited for something, such as its body. Never resolves for one that is gone. */
export const anotherTurn = (req: IncomingMessage): Promise<void> =>
  new Promise((start) => {
    const line = lines.get(req);
    if (line) line({ req, start });
    else start();
  });
