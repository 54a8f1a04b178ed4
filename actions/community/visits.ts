import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Visit } from "#store/repos/listings/visit-figures.ts";
import type { Store } from "#store/store.ts";
import { createBatches } from "../batches.ts";

const VIEW_KEY = "view-key";
const WRITE_EVERY_MS = 1000;
/** At this many, visits are written early, to keep each change short. */
const MOST_WAITING = 1000;
/** About 2 MB of hashes. A forgotten visitor is written again, without effect. */
const MOST_REMEMBERED = 20_000;

/** Visits, collected in memory and written in batches. A crash loses up to a second of them. */
export type Visits = {
  /** The daily key for hashing visitors. It is overwritten, so old hashes identify nobody. */
  keyOf(day: string): Promise<string>;
  isCounted(visit: Visit): boolean;
  count(visit: Visit): void;
  /** Writes pending visits. On failure they are logged and dropped. */
  flush(): Promise<void>;
};

export function createVisits({
  store,
  random,
  log,
}: {
  store: Store;
  random: (bytes: number) => Buffer;
  log: Pick<Logger, "warn">;
}): Visits {
  const waiting = new Map<string, Visit>();
  const counted = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  let newest: { day: string; key: Promise<string> } | undefined;

  async function readKey(day: string): Promise<string> {
    const read = (kept: string | undefined) => (kept?.startsWith(`${day} `) ? kept : undefined);
    const known = read(await store.secrets.find(VIEW_KEY));
    if (known) return known;
    return store.change(async (tx) => {
      const made = read(await tx.secrets.find(VIEW_KEY));
      if (made) return made;
      const fresh = `${day} ${random(32).toString("base64url")}`;
      await tx.secrets.save(VIEW_KEY, fresh);
      return fresh;
    });
  }

  async function write(): Promise<void> {
    const visits = [...waiting.values()];
    if (visits.length === 0) return;
    try {
      await store.change((tx) => tx.engagement.visit(visits), ["visits"]);
      for (const { hash } of visits) counted.set(hash, true);
    } catch (error) {
      log.warn({ err: error, visitors: visits.length }, "visitors were not counted");
    }
    for (const { hash } of visits) waiting.delete(hash);
  }

  const batches = createBatches(write, WRITE_EVERY_MS);

  return {
    async keyOf(day) {
      if (newest?.day !== day) {
        const key = readKey(day);
        newest = { day, key };
        key.catch(() => (newest = undefined));
      }
      return newest.key;
    },
    isCounted: ({ hash }) => waiting.has(hash) || counted.has(hash),
    count(visit) {
      waiting.set(visit.hash, visit);
      batches.soon(waiting.size >= MOST_WAITING);
    },
    flush: batches.flush,
  };
}
