import { LRUCache } from "lru-cache";
import type { Store } from "../store/store.ts";

/** Told which listings changed; `forget` when that is not known. */
type Follower = { drop: (slug: string) => void; forget: () => void };

/** Tells followers what was committed since the last call, by this process or another. */
function followListings(store: Store) {
  const followers: Follower[] = [];
  let version: number | undefined;
  let seq: number | undefined;
  return {
    add: (follower: Follower): void => void followers.push(follower),
    /** The version of the database to which everything kept belongs. */
    catchUp(): number {
      const now = store.version();
      if (now === version) return now;
      const { seq: newest, slugs } = store.listingChanges(seq);
      for (const { drop, forget } of followers)
        if (slugs) slugs.forEach(drop);
        else forget();
      seq = newest;
      version = now;
      return now;
    },
  };
}

const following = new WeakMap<Store, ReturnType<typeof followListings>>();
function followerOf(store: Store) {
  const known = following.get(store) ?? followListings(store);
  following.set(store, known);
  return known;
}

export type Kept<T> = {
  /** The value of this key, if it is still true. */
  find(key: string): T | undefined;
  /**
   * Makes the value of a key from the store, and keeps it until one of the listings that it shows
   * changes. It is not kept if anything was committed meanwhile, or if `isShared` says no.
   */
  make(key: string, shows: readonly string[], write: () => Promise<T>, isShared?: () => boolean): Promise<T>;
};

/** Keeps up to `maxBytes` of values that show listings. The least recently used go first. */
export function keepOf<T extends object>(
  store: Store,
  { maxBytes, sizeOf }: { maxBytes: number; sizeOf: (value: T) => number },
): Kept<T> {
  const follower = followerOf(store);
  /** Keys of values by the slugs of the listings that they show. */
  const showing = new Map<string, Set<string>>();
  const values = new LRUCache<string, { value: T; shows: readonly string[] }>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ value }) => sizeOf(value),
    dispose({ shows }, key) {
      for (const slug of shows) {
        const keys = showing.get(slug);
        keys?.delete(key);
        if (keys?.size === 0) showing.delete(slug);
      }
    },
  });
  follower.add({
    drop: (slug) => showing.get(slug)?.forEach((key) => void values.delete(key)),
    forget: () => values.clear(),
  });

  return {
    find(key) {
      follower.catchUp();
      return values.get(key)?.value;
    },
    async make(key, shows, write, isShared = () => true) {
      const before = follower.catchUp();
      const value = await write();
      // Read across a commit, it is true enough to send, but may miss what the list told already.
      if (follower.catchUp() !== before || !isShared()) return value;
      values.set(key, { value, shows });
      // What is larger than all the room is not kept.
      if (values.has(key)) for (const slug of shows) showing.set(slug, (showing.get(slug) ?? new Set()).add(key));
      return value;
    },
  };
}
