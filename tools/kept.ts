import { LRUCache } from "lru-cache";
import type { DiskCache } from "../core/runtime/disk-cache.ts";
import type { ListingChange, Shown } from "../domain/listings/listing-change.ts";
import type { SiteLook } from "../domain/site/site-look.ts";
import type { Store } from "../store/store.ts";

type Follower = {
  /** A listing changed. */
  drop: (change: ListingChange) => void;
  /** Anything was committed. */
  committed: () => void;
  /** Which listings changed is not known. */
  forget: () => void;
};

/** Tells followers what was committed since the last call, by this process or another. */
function followListings(store: Store) {
  const followers: Follower[] = [];
  let version: number | undefined;
  let seq: number | undefined;
  let look: SiteLook | undefined;
  return {
    add: (follower: Follower): void => void followers.push(follower),
    /** The version of the database to which everything kept belongs. */
    catchUp(): number {
      const now = store.version();
      if (now === version) return now;
      const { seq: newest, changes } = store.listingChanges(seq);
      const newLook = store.siteLook();
      // Every page shows the name of the site and its footer.
      const isKnown = changes && newLook === look;
      for (const { drop, committed, forget } of followers) {
        if (isKnown) changes.forEach(drop);
        else forget();
        committed();
      }
      seq = newest;
      look = newLook;
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

/** The listings that a value shows, or "anything" for a value that any commit may change. */
export type Shows = "anything" | readonly ListingChange[];

/** What the list of a category and all below it shows: the order of its listings, and the categories. */
export const categoryList = (slug: string): ListingChange[] => [
  { slug: `category/${slug}`, shown: "page" },
  { slug: "category/", shown: "card" },
];

export type Kept<T> = {
  /** The value of this key, if it is still true. With the listing whose profile it shows, it may come from the disk. */
  find(key: string, slug?: string): T | undefined;
  /** Call it before the reads of a value: it returns how to keep the value, unless anything was committed meanwhile. */
  begin(): (key: string, shows: Shows, value: T) => void;
  /**
   * Makes the value of a key from the store, and keeps it until what it shows of listings changes.
   * It is not kept if anything was committed meanwhile, or if `isShared` says no.
   */
  make(key: string, shows: Shows, write: () => Promise<T>, isShared?: () => boolean): Promise<T>;
};

/** A change of what cards show changes the page and the profile, too. */
const WIDTHS: Record<Shown, number> = { profile: 0, page: 1, card: 2 };

/** Where values go that no longer fit in memory, if they show one profile. They stay there until it changes. */
export type Overflow<T> = { disk: DiskCache; write: (value: T) => Buffer; read: (bytes: Buffer) => T };

type Options<T> = {
  maxBytes: number;
  sizeOf: (value: T) => number;
  overflow?: Overflow<T>;
  /** A value of one profile with another number of views; undefined if it must be made anew. */
  withViews?: (value: T, views: number) => T | undefined;
};

/** So many listings may be viewed before what is kept of the first is dropped. About 120 bytes each. */
const MOST_VIEWED = 100_000;

/**
 * Keeps up to `maxBytes` of values that show listings. The least recently used go first. Views change profiles more
 * often than they are read, so they are only noted, and written into what is kept as it is found.
 */
export function keepOf<T extends object>(store: Store, { maxBytes, sizeOf, overflow, withViews }: Options<T>): Kept<T> {
  const follower = followerOf(store);
  /** By slug, keys of values that show the listing, and what they show of it. */
  const showing = new Map<string, Map<string, Shown>>();
  const ofAnything = new Set<string>();
  /** Slugs of listings whose kept values do not show the newest views yet. */
  const viewed = new Set<string>();
  const values = new LRUCache<string, { value: T; shows: Shows }>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ value }) => sizeOf(value),
    dispose({ value, shows }, key, reason) {
      if (reason === "evict") putOnDisk(key, shows, value);
      if (shows === "anything") ofAnything.delete(key);
      else
        for (const { slug } of shows) {
          const keys = showing.get(slug);
          keys?.delete(key);
          if (keys?.size === 0) showing.delete(slug);
        }
    },
  });
  follower.add({
    drop({ slug, shown }) {
      if (withViews && shown === "profile") note(slug);
      else drop(slug, shown);
    },
    committed: () => ofAnything.forEach((key) => void values.delete(key)),
    forget() {
      values.clear();
      viewed.clear();
      overflow?.disk.clear();
    },
  });

  function drop(slug: string, shown: Shown): void {
    showing.get(slug)?.forEach((its, key) => {
      if (WIDTHS[its] <= WIDTHS[shown]) values.delete(key);
    });
    overflow?.disk.drop(slug);
    viewed.delete(slug);
  }

  const keysOf = (slug: string) =>
    new Set([...(showing.get(slug)?.keys() ?? []), ...(overflow?.disk.keys(slug) ?? [])]);

  function note(slug: string): void {
    if (keysOf(slug).size === 0) return;
    viewed.add(slug);
    if (viewed.size <= MOST_VIEWED) return;
    const [first] = viewed;
    drop(first!, "profile");
  }

  /** Writes the number of views into what is kept of a profile. */
  function showViews(slug: string): void {
    if (!viewed.has(slug)) return;
    const views = store.listingViews(slug);
    const changed: [string, T][] = [];
    for (const key of keysOf(slug)) {
      const value = values.peek(key)?.value ?? onDisk(key, slug);
      const other = value && views !== undefined ? withViews?.(value, views) : undefined;
      if (other) changed.push([key, other]);
    }
    drop(slug, "profile");
    for (const [key, value] of changed) set(key, [{ slug, shown: "profile" }], value);
  }

  /** Every change of a listing is one of its profile, so the disk need not know what a value shows of it. */
  function putOnDisk(key: string, shows: Shows, value: T): void {
    if (shows === "anything" || shows.length > 1) return;
    for (const { slug, shown } of shows) if (shown === "profile") overflow?.disk.put(slug, key, overflow.write(value));
  }

  function onDisk(key: string, slug: string): T | undefined {
    const bytes = overflow?.disk.find(slug, key);
    return bytes && overflow?.read(bytes);
  }

  function set(key: string, shows: Shows, value: T): void {
    values.set(key, { value, shows });
    // What is larger than all the room is not kept.
    if (!values.has(key)) return;
    if (shows === "anything") ofAnything.add(key);
    else for (const { slug, shown } of shows) showing.set(slug, (showing.get(slug) ?? new Map()).set(key, shown));
  }

  function begin(): ReturnType<Kept<T>["begin"]> {
    const before = follower.catchUp();
    // Read across a commit, a value is true enough to send, but may miss what the list told already.
    return (key, shows, value) => {
      if (follower.catchUp() === before) set(key, shows, value);
    };
  }

  return {
    find(key, slug) {
      follower.catchUp();
      if (slug !== undefined && viewed.size > 0) showViews(slug);
      return values.get(key)?.value ?? (slug === undefined ? undefined : onDisk(key, slug));
    },
    begin,
    async make(key, shows, write, isShared = () => true) {
      const keep = begin();
      const value = await write();
      if (isShared()) keep(key, shows, value);
      return value;
    },
  };
}
