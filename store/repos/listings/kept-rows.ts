import type Database from "better-sqlite3";
import { LRUCache } from "lru-cache";
import type { ListingInList } from "#domain/listings/listing.ts";
import { once } from "#domain/text/once.ts";
import { readListingChanges } from "../../sqlite/listing-changes.ts";
import { versionOf } from "../../sqlite/version.ts";

/** About 1 kB each. */
const MOST_ROWS = 20_000;
/** Named in the list of changes when category data of list rows changed. */
const ALL_CATEGORIES = "category/";

type Rows = Map<number, ListingInList>;

/**
 * Caches list rows until they change, because each commit empties SQLite's page cache. Callers
 * share the rows.
 */
function keepRows(client: Database.Database) {
  const versionNow = versionOf(client);
  const changesSince = readListingChanges(client);
  const ids = new Map<string, number>();
  const rows = new LRUCache<number, ListingInList>({
    max: MOST_ROWS,
    dispose: ({ slug }) => void ids.delete(slug),
  });
  let version = Number.NaN;
  let seen: number | undefined;

  function catchUp(): number {
    const now = versionNow();
    if (now === version) return now;
    const { seq, changes } = changesSince(seen);
    if (!changes || changes.some(({ slug }) => slug === ALL_CATEGORIES)) rows.clear();
    else for (const { slug } of changes) rows.delete(ids.get(slug) ?? 0);
    [seen, version] = [seq, now];
    return now;
  }

  return async function rowsOf(wanted: readonly number[], read: (ids: number[]) => Promise<Rows>): Promise<Rows> {
    const before = catchUp();
    const found: Rows = new Map();
    for (const id of wanted) {
      const row = rows.get(id);
      if (row) found.set(id, row);
    }
    if (found.size === wanted.length) return found;
    const fresh = await read(wanted.filter((id) => !found.has(id)));
    // Otherwise a row read across a commit may be outdated.
    const isCurrent = catchUp() === before;
    for (const [id, row] of fresh) {
      found.set(id, row);
      if (!isCurrent) continue;
      rows.set(id, row);
      ids.set(row.slug, id);
    }
    return found;
  };
}

const kept = new WeakMap<Database.Database, () => ReturnType<typeof keepRows>>();

/**
 * Shared by all repositories of a connection. Writing connections cache nothing, because they may
 * roll back.
 */
export function keptRows(client: Database.Database): ReturnType<typeof keepRows> {
  if (!client.readonly) return (wanted, read) => read([...wanted]);
  // Lazy, because it allocates room for all rows.
  const known = kept.get(client) ?? once(() => keepRows(client));
  kept.set(client, known);
  return (wanted, read) => known()(wanted, read);
}
