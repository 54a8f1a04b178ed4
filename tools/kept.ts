import { LRUCache } from "lru-cache";
import type { Deps } from "#actions/context.ts";
import { createDiskCache, type DiskCache } from "#core/runtime/disk-cache.ts";
import type { ListingChange, Shown } from "#domain/listings/listing-change.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import { once, onceEach } from "#domain/text/once.ts";
import type { Store } from "#store/store.ts";
import { type AnyTool, pathNames } from "./define.ts";
import { Document, readDocument, writeDocument } from "./document.ts";
import { followListings } from "./follow-listings.ts";

type World = Pick<Deps, "store" | "settings" | "now">;

export type Shows = "anything" | readonly ListingChange[];

/** The rule for everything that is kept: until what it shows changes, and not beyond a time, if it has one. */
export type Fresh = { shows: Shows; until?: number };

/** What the list of a category and all below it shows: the order of its listings, and the categories. */
export const categoryList = (slug: string): ListingChange[] => [
  { slug: `category/${slug}`, shown: "page" },
  { slug: "category/", shown: "card" },
];

const MINUTE_MS = 60_000;
/** Days, weeks and all texts with times begin with a minute. */
export const endOfMinute = (at: number): number => at - (at % MINUTE_MS) + MINUTE_MS;

/** One value for each store, made when it is first asked for. */
const perStore = <T, W extends Pick<World, "store"> = World>(make: (world: W) => T): ((world: W) => T) =>
  onceEach(make, ({ store }) => store);

const followerOf = perStore(({ store }: Pick<World, "store">) => followListings(store));

export type Kept<T> = {
  find(key: string, slug?: string): T | undefined;
  /** Call it before the reads of a value: it returns how to keep the value, unless anything was committed meanwhile. */
  begin(): (key: string, value: T, fresh: Fresh) => void;
  /** Makes the value of a key and keeps it, if `isShared` says that it is the same for everybody. */
  make(key: string, fresh: Fresh, write: () => Promise<T>, isShared?: () => boolean): Promise<T>;
};

/** A change of what cards show changes the page and the profile, too. */
const WIDTHS: Record<Shown, number> = { profile: 0, page: 1, card: 2 };

/** Where values of one profile go that no longer fit in memory. They stay there until it changes. */
export type Overflow<T> = { disk: DiskCache; write: (value: T) => Buffer; read: (bytes: Buffer) => T };

type Room<T> = { maxBytes: number; sizeOf: (value: T) => number; overflow?: Overflow<T> };
type Entry<T> = Fresh & { value: T; madeAt: number };

/** Keeps up to `maxBytes` of values. The least recently used go first. */
export function keepOf<T extends object>(
  world: Pick<World, "store" | "now">,
  { maxBytes, sizeOf, overflow }: Room<T>,
): Kept<T> {
  const follower = followerOf(world);
  const nowMs = () => world.now().getTime();
  /** By slug, keys of values that show the listing, and what they show of it. */
  const showing = new Map<string, Map<string, Shown>>();
  const ofAnything = new Set<string>();
  const entries = new LRUCache<string, Entry<T>>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ value }) => sizeOf(value),
    dispose({ value, shows }, key, reason) {
      if (shows === "anything") return void ofAnything.delete(key);
      // Every change of a listing is one of its profile, so the disk need not know what a value shows of it.
      const [only, another] = shows;
      if (reason === "evict" && only?.shown === "profile" && !another)
        overflow?.disk.put(only.slug, key, overflow.write(value));
      for (const { slug } of shows) {
        const keys = showing.get(slug);
        keys?.delete(key);
        if (keys?.size === 0) showing.delete(slug);
      }
    },
  });
  follower.add({
    drop({ slug, shown }) {
      showing.get(slug)?.forEach((its, key) => {
        if (WIDTHS[its] <= WIDTHS[shown]) entries.delete(key);
      });
      overflow?.disk.drop(slug);
    },
    committed: () => ofAnything.forEach((key) => void entries.delete(key)),
    forget() {
      entries.clear();
      overflow?.disk.clear();
    },
  });

  function begin(): ReturnType<Kept<T>["begin"]> {
    const before = follower.catchUp();
    const madeAt = nowMs();
    return (key, value, fresh) => {
      // Read across a commit, a value is true enough to send, but may miss what the list told already.
      if (follower.catchUp() !== before) return;
      entries.set(key, { value, madeAt, ...fresh });
      // What is larger than all the room is not kept.
      if (!entries.has(key)) return;
      if (fresh.shows === "anything") ofAnything.add(key);
      else
        for (const { slug, shown } of fresh.shows) showing.set(slug, (showing.get(slug) ?? new Map()).set(key, shown));
    };
  }

  return {
    find(key, slug) {
      follower.catchUp();
      const entry = entries.get(key);
      if (entry) {
        const { value, madeAt, until } = entry;
        return until === undefined || (madeAt <= nowMs() && nowMs() < until) ? value : undefined;
      }
      const bytes = slug === undefined ? undefined : overflow?.disk.find(slug, key);
      return bytes && overflow?.read(bytes);
    },
    begin,
    async make(key, fresh, write, isShared = () => true) {
      const keep = begin();
      const value = await write();
      if (isShared()) keep(key, value, fresh);
      return value;
    },
  };
}

const BYTES_PER_MB = 1024 * 1024;
const OVERHEAD_BYTES = 500;
const EIGHTH = BYTES_PER_MB / 8;

type Each<T> = {
  read: (slugs: readonly string[], store: Store) => Promise<ReadonlyMap<string, T>>;
  sizeOf: (value: T) => number;
};

/**
 * Reads by slug what lists show of listings, each once until its listing changes. Readers share the values and must not
 * change them.
 */
export function keepEach<T extends object>({ read, sizeOf }: Each<T>) {
  const keptOf = perStore((world) => keepOf<T>(world, { maxBytes: world.settings.CACHE_MB * EIGHTH, sizeOf }));
  return async (slugs: readonly string[], world: World): Promise<Map<string, T>> => {
    const kept = keptOf(world);
    const keep = kept.begin();
    const found = slugs.map((slug) => [slug, kept.find(slug)] as const);
    const values = new Map(found.flatMap(([slug, value]) => (value === undefined ? [] : [[slug, value] as const])));
    const missing = slugs.filter((slug) => !values.has(slug));
    if (missing.length === 0) return values;
    for (const [slug, value] of await read(missing, world.store)) {
      values.set(slug, value);
      keep(slug, value, { shows: [{ slug, shown: "card" }] });
    }
    return values;
  };
}

const keyOf = ({ name }: Pick<AnyTool, "name">, input: unknown): string => `${name} ${canonicalJson(input)}`;

/** Values are objects whose size nobody knows: about that of the largest pages of results. */
const ANSWER_BYTES = 16 * 1024;
const answersOf = perStore((world) =>
  keepOf<{ answer: unknown }>(world, { maxBytes: world.settings.CACHE_MB * EIGHTH, sizeOf: () => ANSWER_BYTES }),
);

/**
 * The response of a `remembered` tool or public page, until the next commit or the end of the minute. Callers share it and must
 * not change it.
 */
export async function remember<T>(
  tool: Pick<AnyTool, "name">,
  input: unknown,
  world: World,
  answer: () => Promise<T>,
  isPublic: () => boolean,
): Promise<T> {
  const kept = answersOf(world);
  const key = keyOf(tool, input);
  const fresh: Fresh = { shows: "anything", until: endOfMinute(world.now().getTime()) };
  const known = kept.find(key) ?? (await kept.make(key, fresh, async () => ({ answer: await answer() }), isPublic));
  // The key is the name and the input, so the type is theirs.
  return known.answer as T;
}

const documentsOf = perStore((world) =>
  keepOf<Document>(world, {
    maxBytes: 4 * world.settings.CACHE_MB * EIGHTH,
    sizeOf: ({ body }) => OVERHEAD_BYTES + body.length,
    overflow: {
      disk: createDiskCache({
        folder: world.settings.DATA_DIR,
        maxBytes: world.settings.CACHE_DISK_MB * BYTES_PER_MB,
      }),
      ...{ write: writeDocument, read: readDocument },
    },
  }),
);

export type Written<T> = { readonly document: Document; readonly output: T };

export async function keep<T>(
  tool: AnyTool,
  input: unknown,
  world: World,
  answer: () => Promise<T>,
  isPublic: () => boolean,
): Promise<Written<T>> {
  const slug = slugOf(tool, input);
  if (slug === undefined) {
    const write = async () => {
      const output = await answer();
      const document = once(() => new Document(JSON.stringify(output)));
      return {
        output,
        get document() {
          return document();
        },
      };
    };
    return remember(tool, input, world, write, isPublic);
  }
  const kept = documentsOf(world);
  const key = keyOf(tool, input);
  const write = async () => new Document(JSON.stringify(await answer()));
  const shows = [{ slug, shown: "profile" }] as const;
  const document = kept.find(key, slug) ?? (await kept.make(key, { shows }, write, isPublic));
  return {
    document,
    get output() {
      return JSON.parse(document.text);
    },
  };
}

/** A value that every schema of a path parameter leaves as it is. */
const PLAIN_VALUE = /^[a-z0-9-]+$/;

/** The kept response of a tool marked `documentOf` to an input that need not be parsed. */
export function keptDocument(tool: AnyTool, input: unknown, world: World): Document | undefined {
  const names = pathNames(tool.rest);
  const given = Object.entries(input ?? {});
  const isPlain = given.every(
    ([name, value]) => names.includes(name) && typeof value === "string" && PLAIN_VALUE.test(value),
  );
  if (!isPlain || given.length !== names.length) return undefined;
  try {
    return documentsOf(world).find(keyOf(tool, input), slugOf(tool, input));
  } catch {
    // What fails here fails again where the response is made, and is answered there.
    return undefined;
  }
}

const slugOf = ({ documentOf }: AnyTool, input: unknown): string | undefined => documentOf?.(input);
