import { LRUCache } from "lru-cache";
import { given } from "#domain/text/given.ts";

export type Kind = "member" | "mcp" | "visitor";

const HALF_LIFE_MS = 3000;
const NEW_MS = 50;
const MOST_SENDERS = 10_000;
/** After this time, a request takes every second turn of its kind. */
const AGED_MS = 1000;

/**
 * An account or address that sends requests. `level` is the logarithm of its usage at one reference time: as all usage
 * decays alike, the order of senders changes only when one is charged.
 */
type Sender<Item> = { lane: Lane<Item>; level: number; waiting: Waiting<Item>[] };
export type Waiting<Item> = { sender: Sender<Item>; item: Item; since: number };
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

  function senderOf(kind: Kind, name: string): Sender<Item> {
    const key = `${kind} ${name}`;
    let sender = known.get(key);
    if (!sender) {
      sender = { lane: lanes[kind], level: Math.log2(NEW_MS) + halfLives(), waiting: [] };
      known.set(key, sender);
    }
    return sender;
  }

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
      const sender = given(senders.splice(next(lane), 1)[0]);
      const { waiting } = sender;
      const taken = given(waiting.shift());
      if (waiting.length > 0) senders.push(sender);
      return taken;
    },
    charge({ sender }: Waiting<Item>, ms: number, weight = 1): void {
      if (ms <= 0) return;
      const at = halfLives();
      sender.level = at + Math.log2(2 ** (sender.level - at) + weight * ms);
      sender.lane.spentMs += ms;
    },
  };
}
