import { LRUCache } from "lru-cache";
import { given } from "../domain/text/given.ts";

/** Kinds of callers. While all of them wait, each gets the same part of the event loop. */
export type Kind = "member" | "mcp" | "visitor";

/** The half-life of a sender's usage. */
const HALF_LIFE_MS = 3000;
/** The initial usage of a sender: more than readers have, less than a flood from dozens of addresses. */
const NEW_MS = 50;
/** How many senders to remember. */
const MOST_SENDERS = 10_000;
/** After this time, a request takes every second turn of its kind. */
const AGED_MS = 1000;

/**
 * An account or address that sends requests. `level` is the logarithm of its usage at one reference time: as all usage
 * decays alike, the order of senders changes only when one is charged.
 */
type Sender<Item> = { lane: Lane<Item>; level: number; waiting: Waiting<Item>[] };
export type Waiting<Item> = { sender: Sender<Item>; item: Item; since: number };
/** The senders of a kind with waiting requests, and how much of the event loop the kind has used. */
type Lane<Item> = { spentMs: number; senders: Sender<Item>[]; isByAge: boolean };

/**
 * Waiting requests. The kind that used the least while others waited comes next. Within a kind, the longest wait (once
 * over a second) and the sender with the least recent usage take turns.
 */
export function createFairQueue<Item>(nowMs: () => number) {
  const lane = (): Lane<Item> => ({ spentMs: 0, senders: [], isByAge: false });
  const lanes: Record<Kind, Lane<Item>> = { member: lane(), mcp: lane(), visitor: lane() };
  const all = Object.values(lanes);
  const known = new LRUCache<string, Sender<Item>>({ max: MOST_SENDERS });
  /** What the kind whose turn was last had used. A kind that has been away starts from there. */
  let spentMs = 0;
  const halfLives = (): number => nowMs() / HALF_LIFE_MS;

  /** The usage of a new sender decays from now on, even while it waits. */
  function senderOf(kind: Kind, name: string): Sender<Item> {
    const key = `${kind} ${name}`;
    let sender = known.get(key);
    if (!sender) {
      sender = { lane: lanes[kind], level: Math.log2(NEW_MS) + halfLives(), waiting: [] };
      known.set(key, sender);
    }
    return sender;
  }

  /** Of equals, the first comes first. */
  function next(lane: Lane<Item>): number {
    const { senders } = lane;
    const sinceOf = ({ waiting }: Sender<Item>) => given(waiting[0]).since;
    let [least, oldest] = [0, 0];
    let [level, since] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const [at, sender] of senders.entries()) {
      if (sender.level < level) [least, level] = [at, sender.level];
      if (sinceOf(sender) < since) [oldest, since] = [at, sinceOf(sender)];
    }
    lane.isByAge = !lane.isByAge && nowMs() - since >= AGED_MS;
    return lane.isByAge ? oldest : least;
  }

  return {
    isEmpty: (): boolean => all.every(({ senders }) => senders.length === 0),
    add(kind: Kind, name: string, item: Item): void {
      const sender = senderOf(kind, name);
      const { lane, waiting } = sender;
      if (lane.senders.length === 0) lane.spentMs = Math.max(lane.spentMs, spentMs);
      if (waiting.push({ sender, item, since: nowMs() }) === 1) lane.senders.push(sender);
    },
    take(): Waiting<Item> | undefined {
      let lane: Lane<Item> | undefined;
      for (const other of all) if (other.senders.length > 0 && (!lane || other.spentMs < lane.spentMs)) lane = other;
      if (!lane) return undefined;
      spentMs = lane.spentMs;
      const { senders } = lane;
      const [sender] = senders.splice(next(lane), 1) as [Sender<Item>];
      const { waiting } = sender;
      const taken = given(waiting.shift());
      if (waiting.length > 0) senders.push(sender);
      return taken;
    },
    /** Adds what a request has used. `weight` is how much more it counts against its sender. */
    charge({ sender }: Waiting<Item>, ms: number, weight = 1): void {
      if (ms <= 0) return;
      const at = halfLives();
      sender.level = at + Math.log2(2 ** (sender.level - at) + weight * ms);
      sender.lane.spentMs += ms;
    },
  };
}
