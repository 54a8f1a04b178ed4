import { LRUCache } from "lru-cache";
import type { DiskCache } from "../runtime/disk-cache.ts";
import type { Bucket } from "./bucket.ts";
import { type Storage, StorageFault } from "./storage.ts";

/** How long a local copy is used without asking, and so a deleted file may still be seen. */
const FRESH_MS = 10 * 60_000;
/** How long a missing file is not requested again. */
const MISSING_MS = 30_000;
const MOST_REMEMBERED = 200_000;

type SharedOptions = { bucket: Bucket; cache: DiskCache; type: string; now: () => Date };

export function createShared({ bucket, cache, type, now }: SharedOptions): Storage {
  const puts = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  const copies = new LRUCache<string, { etag: string; askedAt: number }>({
    max: MOST_REMEMBERED,
    dispose: (_copy, name, reason) => void (reason === "evict" && cache.drop(name)),
  });
  const missing = new LRUCache<string, number>({ max: 20_000 });
  const lookedAt = new LRUCache<string, number>({ max: 20_000 });
  const underway = new Map<string, Promise<Buffer | undefined>>();
  const looking = new Map<string, Promise<number | undefined>>();
  const time = (): number => now().getTime();
  const isWithin = (at: number | undefined, ms: number): boolean => at !== undefined && time() - at < ms;

  function keepCopy(name: string, etag: string, content: Buffer): void {
    cache.drop(name);
    cache.put(name, etag, content);
    copies.set(name, { etag, askedAt: time() });
    missing.delete(name);
  }
  function forget(name: string): void {
    cache.drop(name);
    copies.delete(name);
    puts.delete(name);
  }
  function copyOf(name: string, etag: string): Buffer | undefined {
    const kept = cache.find(name, etag);
    return kept && Buffer.from(kept);
  }

  async function load(name: string): Promise<Buffer | undefined> {
    const known = copies.get(name);
    const kept = known && copyOf(name, known.etag);
    const found = await bucket.get(name, kept && known.etag).catch((error: unknown) => {
      // An outdated copy is better than none.
      if (kept && error instanceof StorageFault) return "same" as const;
      throw error;
    });
    if (found === "same") {
      copies.set(name, { etag: known?.etag ?? "", askedAt: time() });
      return kept;
    }
    if (!found) {
      forget(name);
      missing.set(name, time());
      return undefined;
    }
    puts.set(name, found.at);
    keepCopy(name, found.etag, found.body);
    return found.body;
  }

  async function head(name: string): Promise<number | undefined> {
    const at = await bucket.head(name);
    if (at === undefined) lookedAt.set(name, time());
    else puts.set(name, at);
    return at;
  }

  return {
    async get(name) {
      const known = copies.get(name);
      if (known && isWithin(known.askedAt, FRESH_MS)) {
        const kept = copyOf(name, known.etag);
        if (kept) return kept;
      }
      if (isWithin(missing.get(name), MISSING_MS)) return undefined;
      const asked = underway.get(name) ?? load(name).finally(() => underway.delete(name));
      underway.set(name, asked);
      return asked;
    },
    async put(name, content) {
      const { etag } = await bucket.put(name, content, type);
      puts.set(name, time());
      keepCopy(name, etag, Buffer.from(content));
    },
    async delete(name) {
      await bucket.delete(name);
      forget(name);
    },
    async *list() {
      for await (const file of bucket.list()) {
        puts.set(file.name, file.at.getTime());
        yield file;
      }
    },
    knownSince: (name) => puts.get(name),
    async look(name) {
      const known = puts.get(name);
      const asked = looking.get(name);
      if (known !== undefined || asked) return known ?? asked;
      if (isWithin(lookedAt.get(name), MISSING_MS)) return undefined;
      const look = head(name).finally(() => looking.delete(name));
      looking.set(name, look);
      return look;
    },
  };
}
