import type { Deps } from "../actions/context.ts";
import type { Store } from "../store/store.ts";
import { type Kept, keepOf } from "./kept.ts";

type World = Pick<Deps, "store" | "settings">;
type Each<T> = {
  read: (slugs: readonly string[], store: Store) => Promise<ReadonlyMap<string, T>>;
  sizeOf: (value: T) => number;
};

const BYTES_PER_MB = 1024 * 1024;
/** Of the memory for responses and pages. */
const SHARE = 8;

/**
 * Reads by slug what lists show of listings, each once until its listing changes. Readers share the values and must not
 * change them.
 */
export function keepEach<T extends object>({ read, sizeOf }: Each<T>) {
  const byStore = new WeakMap<Store, Kept<T>>();
  function keptOf({ store, settings }: World): Kept<T> {
    const known =
      byStore.get(store) ?? keepOf<T>(store, { maxBytes: (settings.CACHE_MB / SHARE) * BYTES_PER_MB, sizeOf });
    byStore.set(store, known);
    return known;
  }
  return async (slugs: readonly string[], world: World): Promise<Map<string, T>> => {
    const kept = keptOf(world);
    const keep = kept.begin();
    const values = new Map<string, T>();
    const missing: string[] = [];
    for (const slug of slugs) {
      const value = kept.find(slug);
      if (value === undefined) missing.push(slug);
      else values.set(slug, value);
    }
    if (missing.length === 0) return values;
    for (const [slug, value] of await read(missing, world.store)) {
      values.set(slug, value);
      keep(slug, [{ slug, shown: "card" }], value);
    }
    return values;
  };
}
