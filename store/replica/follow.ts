import { setImmediate as breathe, setTimeout as delay } from "node:timers/promises";
import type { Shown } from "../../domain/listing-change.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { type Row, rowWriter } from "./write-rows.ts";

export type Query = (text: string, values?: unknown[]) => Promise<Row[]>;
/** The database whose rows are copied. In `inSnapshot`, every query sees the same moment. */
export type Source = { query: Query; inSnapshot<T>(work: (query: Query) => Promise<T>): Promise<T> };

type Log = Record<"info" | "warn", (details: object, message: string) => void>;

/**
 * What was committed behind a snapshot. Transactions end in another order than their numbers are given, so the
 * question is which of them the snapshot did not see. `isWhole` is 0 if some of it was deleted already.
 */
const CHANGES = (() => {
  const unseen = "xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)";
  const whole = (table: string) =>
    `coalesce((select pg_visible_in_snapshot(xid, $1::pg_snapshot) from ${table} order by seq limit 1), true)::int::text`;
  return `select 0 as seq, 'snapshot' as source, pg_current_snapshot()::text as key, '' as shown
    union all select 0, 'whole rows', ${whole("row_changes")}, ''
    union all select 0, 'whole changes', ${whole("listing_changes")}, ''
    union all select 0, source, key, '' from (select distinct source, key from row_changes where ${unseen}) rows
    union all select seq, 'change', slug, shown from listing_changes where ${unseen} order by seq`;
})();

const TABLES = ["categories", "category_paths", "counts", "site_look"];
const LISTINGS_AT_ONCE = 200;
/** How often the database is asked at least. Whoever is not told of commits asks more often. */
const [ASK_MS, ASK_UNTOLD_MS] = [1000, 100];
/** What is known is used for so long after it was read; then nothing is. */
const FRESH_MS = 2500;

/** Copies what changes in the database into the file of this process. */
export function followRows(
  { query, inSnapshot }: Source,
  { writer }: ReplicaFile,
  { log, isTold, nowMs = () => performance.now() }: { log: Log; isTold: () => boolean; nowMs?: () => number },
) {
  const write = rowWriter(writer);
  let snapshot = write.state("snapshot");
  let readAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let nextLook: Promise<void> | undefined;
  let committed = Promise.withResolvers<void>();
  const over = new AbortController();

  async function copyListings(ids: readonly number[], ask: Query): Promise<void> {
    for (let at = 0; at < ids.length; at += LISTINGS_AT_ONCE) {
      const some = ids.slice(at, at + LISTINGS_AT_ONCE);
      const of = (table: string, key: string) => ask(`select * from ${table} where ${key} = any($1::bigint[])`, [some]);
      const [rows, listing_categories, listing_founders] = [
        await of("listings", "id"),
        await of("listing_categories", "listing_id"),
        await of("listing_founders", "listing_id"),
      ];
      write.together(() => write.listings(some, rows, { listing_categories, listing_founders }));
      if (at > 0) await breathe();
    }
  }

  async function copyOthers(
    keys: { founders: readonly number[]; posts: readonly string[]; tables: readonly string[] },
    ask: Query,
  ) {
    const founders = keys.founders.length
      ? await ask("select * from founders where id = any($1::bigint[])", [keys.founders])
      : [];
    const posts = keys.posts.length ? await ask("select * from posts where slug = any($1::text[])", [keys.posts]) : [];
    const tables = new Map<string, Row[]>();
    for (const name of keys.tables) if (TABLES.includes(name)) tables.set(name, await ask(`select * from ${name}`));
    return () => {
      write.founders(keys.founders, founders);
      write.posts(keys.posts, posts);
      for (const [name, rows] of tables) write.table(name, rows);
    };
  }

  /** Compares every row. Rows that are the same cost a comparison, so this is how to begin as well as to catch up. */
  async function copyAll(): Promise<void> {
    const begun = nowMs();
    const seen = await inSnapshot(async (ask) => {
      const [now] = await ask("select pg_current_snapshot()::text as snapshot");
      const idsIn = async (table: string) => (await ask(`select id from ${table}`)).map(({ id }) => id as number);
      const ids = [...new Set([...(await idsIn("listings")), ...write.idsOf("listings")])];
      const posts = (await ask("select slug from posts")).map(({ slug }) => slug as string);
      const others = {
        founders: [...new Set([...(await idsIn("founders")), ...write.idsOf("founders")])],
        posts: [...new Set([...posts, ...write.slugsOfPosts()])],
        tables: TABLES,
      };
      write.together(await copyOthers(others, ask));
      await copyListings(ids, ask);
      log.info({ listings: ids.length, ms: Math.round(nowMs() - begun) }, "copied every row for searches");
      return now!.snapshot as string;
    });
    write.together(() => {
      write.forgetChanges();
      write.setState("snapshot", seen);
    });
    snapshot = seen;
  }

  async function copyChanges(since: string): Promise<boolean> {
    const found = await query(CHANGES, [since]);
    const of = (wanted: string) => found.filter(({ source }) => source === wanted).map(({ key }) => key as string);
    const [now] = of("snapshot");
    if (of("whole rows")[0] === "0") return false;
    if (now === since) return true;
    const keys = { founders: of("founder").map(Number), posts: of("post"), tables: of("table") };
    const others = await copyOthers(keys, query);
    await copyListings(of("listing").map(Number), query);
    write.together(() => {
      others();
      if (of("whole changes")[0] === "0") write.forgetChanges();
      write.changes(
        found.flatMap(({ source, key, shown }) =>
          source === "change" ? [{ slug: key as string, shown: shown as Shown }] : [],
        ),
      );
      // A commit of this file for each of the database, whatever it was: it is what drops remembered responses.
      write.setState("snapshot", now!);
    });
    snapshot = now;
    return true;
  }

  async function look(): Promise<void> {
    const begun = nowMs();
    const before = snapshot;
    if (snapshot === undefined || !(await copyChanges(snapshot))) await copyAll();
    readAt = begun;
    if (snapshot === before) return;
    committed.resolve();
    committed = Promise.withResolvers();
  }

  /** One after the other. All who ask during one share the next, which sees what they committed. */
  function catchUp(): Promise<void> {
    nextLook ??= (async () => {
      await looking?.catch(() => undefined);
      nextLook = undefined;
      looking = look();
      await looking;
    })();
    return nextLook;
  }

  async function keepAsking(): Promise<void> {
    while (!over.signal.aborted) {
      await delay(isTold() ? ASK_MS : ASK_UNTOLD_MS, undefined, { signal: over.signal, ref: false }).catch(
        () => undefined,
      );
      if (over.signal.aborted) return;
      await catchUp().catch((error: unknown) =>
        log.warn({ err: error }, "changes of the database could not be followed"),
      );
    }
  }

  return {
    /** Resolves when everything is copied that was committed before. */
    catchUp,
    /** Keeps on copying. */
    start: (): void => void keepAsking(),
    /** Whether what was copied may be taken for what is. */
    isFresh: (): boolean => nowMs() - readAt < FRESH_MS,
    /** For how long, at most, commits are not copied yet. */
    lagMs: (): number => nowMs() - readAt,
    /** Waits for a commit, for some time at most. */
    async awaitCommit(ms: number, signal: AbortSignal): Promise<void> {
      const timer = new AbortController();
      const end = AbortSignal.any([signal, timer.signal]);
      await Promise.race([committed.promise, delay(ms, undefined, { signal: end }).catch(() => undefined)]);
      timer.abort();
    },
    async stop(): Promise<void> {
      over.abort();
      await looking?.catch(() => undefined);
    },
  };
}

export type RowFollower = ReturnType<typeof followRows>;
