import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "#actions/context.ts";
import type { ListingChange } from "#domain/listings/listing-change.ts";
import { given } from "#domain/text/given.ts";
import { type Board, difference, readBoard, readState, type State } from "./states.ts";
import type { Topic } from "./topics.ts";

/** How often the database is asked for commits: a vote must appear within a second. */
const LOOK_MS = 150;
/** Writing to a connection takes about 10 µs, so crowds get a pause: half a second for 5,000. */
const MS_PER_READER = 0.1;
/** Proxies close connections that are silent for a minute, and browsers notice that they slept. */
const BEAT_MS = 20_000;
/** Writing in small batches with pauses leaves half of the time to other requests. */
const AT_ONCE = 50;
const PAUSE_MS = 1;
/** Behind more changes than this, sending every state costs less than finding out which changed. */
const MOST_BEHIND = 500;

/** A connection. `send` gets text of events, and says whether the connection still takes any. */
export type Reader = { topics: readonly Topic[]; send: (text: Buffer, isBeat: boolean) => void };

type Kept = { topic: Topic; readers: number; state: State | undefined };

export type Hub = {
  join(reader: Reader, since: number | undefined): Promise<() => void>;
  /** The states of this moment, for whoever cannot stay. */
  now(topics: readonly Topic[]): Promise<Buffer>;
  readers(): number;
};

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n`;

/**
 * Follows the list of changes for all connections. Events hold whole states, numbered alike in every
 * process.
 */
export function createHub(deps: Deps): Hub {
  const { store, now, sleep, jobEnds, log } = deps;
  const readers = new Set<Reader>();
  const kept = new Map<string, Kept>();
  let board: Board | undefined;
  let version: number | undefined;
  let seq = 0;
  /** Behind this, states may have changed by time alone, or before this process looked. */
  let turnedAt = 0;
  let looking: Promise<void> | undefined;
  let nextLook: Promise<void> | undefined;
  let isRunning = false;
  let hasTold = false;

  async function look(): Promise<void> {
    const committed = store.version() !== version;
    const isTurned = board !== undefined && now() >= board.endsAt;
    const fresh = [...kept.values()].filter(({ state }) => state === undefined);
    if (!committed && !isTurned && fresh.length === 0) return;
    const asOf = store.version();
    const { seq: newest, changes } = store.listingChanges(version === undefined ? undefined : seq);
    const due = isTurned || !changes ? [...kept.values()] : [...fresh, ...dueBy(changes)];
    if (!board || isTurned || !changes || changes.some(({ slug }) => slug === "race/")) board = await readBoard(deps);
    const told = new Map<string, string>();
    for (const one of new Set(due)) {
      const state = await readState(one.topic, board, deps);
      const news = difference(one.state, state);
      if (news && one.state) told.set(one.topic.name, event("state", { topic: one.topic.name, ...news, ...spread() }));
      one.state = state;
    }
    if (isTurned || !changes) turnedAt = newest;
    seq = newest;
    version = asOf;
    if (told.size === 0) return;
    hasTold = true;
    await tell(told);
  }

  function dueBy(changes: readonly ListingChange[]): Kept[] {
    const slugs = new Set(changes.map(({ slug }) => slug));
    const isCard = changes.some(({ shown }) => shown === "card");
    const isRace = slugs.has("race/");
    return [...kept.values()].filter(({ topic }) =>
      topic.kind === "listing" ? isRace || slugs.has(topic.slug) : isRace || isCard,
    );
  }

  const spread = () => ({ spread: readers.size * 4 });

  /** One write per connection. The id is on the last event, so a partial read is repeated whole. */
  async function tell(told: ReadonlyMap<string, string>): Promise<void> {
    const written = new Map<string, Buffer>();
    let count = 0;
    for (const reader of [...readers]) {
      const names = reader.topics.map(({ name }) => name).filter((name) => told.has(name));
      if (names.length === 0) continue;
      const key = names.join(" ");
      const text = written.get(key) ?? joined(names.flatMap((name) => told.get(name) ?? []));
      written.set(key, text);
      reader.send(text, false);
      if (++count % AT_ONCE === 0) await pause(PAUSE_MS);
    }
  }

  const joined = (events: string[]): Buffer =>
    Buffer.from(
      `${events.map((text, index) => (index === events.length - 1 ? `id: ${seq}\n` : "") + text).join("\n")}\n`,
    );

  async function beat(): Promise<void> {
    const text = joined([event("beat", "")]);
    let count = 0;
    for (const reader of [...readers]) {
      reader.send(text, true);
      if (++count % AT_ONCE === 0) await pause(PAUSE_MS);
    }
  }

  /** Looks one after the other. All who ask during one share the next, which sees what they added. */
  function lookNext(): Promise<void> {
    nextLook ??= (async () => {
      await looking?.catch(() => undefined);
      nextLook = undefined;
      looking = look();
      await looking;
    })();
    return nextLook;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      for (let quietMs = 0; readers.size > 0 && !jobEnds.closed.aborted; ) {
        const ms = Math.max(LOOK_MS, hasTold ? readers.size * MS_PER_READER : 0);
        hasTold = false;
        await sleep(ms, jobEnds.closed);
        quietMs += ms;
        await lookNext().catch((error: unknown) => {
          if (store.isOpen()) log.warn({ err: error }, "live pages could not be read");
        });
        if (quietMs < BEAT_MS) continue;
        quietMs = 0;
        await beat();
      }
    } finally {
      isRunning = false;
    }
  }

  function hold(topics: readonly Topic[]): () => void {
    for (const topic of topics) {
      const one = kept.get(topic.name) ?? { topic, readers: 0, state: undefined };
      one.readers++;
      kept.set(topic.name, one);
    }
    return () => {
      for (const { name } of topics) if (--given(kept.get(name)).readers === 0) kept.delete(name);
    };
  }

  function statesOf(topics: readonly Topic[], since?: number): Buffer {
    const isKnown = since !== undefined && since > turnedAt && since <= seq && seq - since <= MOST_BEHIND;
    const changes = isKnown ? store.listingChanges(since).changes?.slice(0, seq - since) : undefined;
    const due = changes && new Set(dueBy(changes).map(({ topic }) => topic.name));
    const wanted = topics.filter(({ name, kind }) => !due || kind !== "listing" || due.has(name));
    const state = (name: string) => event("state", { topic: name, whole: true, ...kept.get(name)?.state, ...spread() });
    return joined([...wanted.map(({ name }) => state(name)), event("beat", "")]);
  }

  async function readyFor(topics: readonly Topic[]): Promise<void> {
    const isReady = () => topics.every(({ name }) => kept.get(name)?.state !== undefined);
    if (!isReady() || version === undefined) await lookNext();
  }

  return {
    readers: () => readers.size,
    async now(topics) {
      const leave = hold(topics);
      try {
        await lookNext();
        return statesOf(topics);
      } finally {
        leave();
      }
    },
    async join(reader, since) {
      const leave = hold(reader.topics);
      try {
        // Nobody kept it up to date while nobody followed.
        if (isRunning) await readyFor(reader.topics);
        else await lookNext();
      } catch (error) {
        leave();
        throw error;
      }
      reader.send(statesOf(reader.topics, since), false);
      readers.add(reader);
      void run();
      return () => {
        if (readers.delete(reader)) leave();
      };
    },
  };
}
