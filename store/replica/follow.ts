import { setImmediate as breathe } from "node:timers/promises";
import type { Shown } from "#domain/listings/listing-change.ts";
import { given } from "#domain/text/given.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { FIGURES, LINKS, type Row, rowWriter } from "./write-rows.ts";

export type Query = (text: string, values?: unknown[]) => Promise<Row[]>;
/** The copied database. In `inSnapshot`, every query sees the same moment. */
export type Source = { query: Query; inSnapshot<T>(work: (query: Query) => Promise<T>): Promise<T> };

type Log = Record<"info" | "warn", (details: object, message: string) => void>;

/**
 * What was committed after a snapshot, by what the snapshot did not see, because transactions commit
 * in another order than they are numbered. `isWhole` is 0 if some changes were deleted already.
 */
const changesOf = (hasCopy: boolean, origin: string): string => {
  const unseen = "xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)";
  const whole = (table: string) =>
    `coalesce((select pg_visible_in_snapshot(xid, $1::pg_snapshot) from ${table} order by seq limit 1), true)::int::text`;
  // Keys are arrays: otherwise PostgreSQL expects any part of a table to be recent and reads all
  // listings.
  const rowsOf = (table: (typeof WITH_ROWS)[number]) => `union all select 0, '${table}', to_json(${table})::text, ''
      from ${table} where ${table === "listings" ? "id" : "listing_id"} = any((select ids from few)::bigint[])`;
  return `with recent as materialized (select source, key, is_figures from row_changes where ${unseen}),
    few as materialized (select array_agg(key::bigint) as ids from
      (select distinct key from recent where source = 'listing' and not is_figures) changed
      having count(*) <= ${MOST_AT_ONCE})
    select 0 as seq, 'snapshot' as source, pg_current_snapshot()::text as key, '' as shown
    union all select 0, 'origin', ${origin}, ''
    union all select 0, 'lsn', ${hasCopy ? "pg_current_wal_insert_lsn()::text" : "''"}, ''
    union all select 0, 'whole rows', ${whole("row_changes")}, ''
    union all select 0, 'whole changes', ${whole("listing_changes")}, ''
    union all select distinct 0, source, key, '' from recent where not is_figures
    union all select 0, 'figures', json_build_array(${["id", ...FIGURES].join(", ")})::text, '' from listings
      where id = any(array(select key::bigint from recent where is_figures))
    ${WITH_ROWS.map(rowsOf).join(" ")}
    union all select max(seq), 'change', slug, shown from listing_changes where ${unseen} group by slug, shown
    order by seq`;
};

/** Up to this many changed listings come with the query for changes. */
const MOST_AT_ONCE = 10;
const WITH_ROWS = ["listings", ...LINKS] as const;
const parsed = <T>(texts: readonly string[]): T[] => texts.map((text) => JSON.parse(text));

/**
 * Identifies the database and its timeline: after a restore or failover, transaction numbers
 * repeat.
 */
const ORIGIN = `(select concat_ws(' ', system_identifier, timeline_id, (select oid from pg_database where datname = current_database()))
  from pg_control_system(), pg_control_checkpoint())`;

/** In this order: what counts changes of another table comes before it, so that no old rows count as the new ones. */
const TABLES = [
  "categories",
  "category_paths",
  "counts",
  "site_look",
  "site_pages",
  "site_settings",
  "translations",
  "own_fields",
  "search_rules",
];
/** Its triggers file the values of all listings, so only what changed is written. */
const KEYS: Record<string, string> = { own_fields: "key" };
const LISTINGS_AT_ONCE = 200;
/** How long the last read counts as current: the database is polled every second. */
const FRESH_MS = 2500;
const SOON_MS = 20;

/** Copies database changes into this process's file. */
export function followRows(
  { query, inSnapshot }: Source,
  { writer }: ReplicaFile,
  { log, hasCopy = false, nowMs = () => performance.now() }: { log: Log; hasCopy?: boolean; nowMs?: () => number },
) {
  const write = rowWriter(writer);
  let snapshot = write.state("snapshot");
  let origin = write.state("origin");
  let changes: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let isLooking = false;
  let nextLook: Promise<void> | undefined;
  let isOver = false;
  let lsn: string | undefined;
  let soon: NodeJS.Timeout | undefined;

  /** Some services hide this; then every start compares all rows. */
  async function prepared(): Promise<string> {
    const isTold = await query(`select ${ORIGIN}`).then(
      () => true,
      () => false,
    );
    changes = changesOf(hasCopy, isTold ? ORIGIN : "''");
    if (!isTold) snapshot = undefined;
    return changes;
  }

  async function copyListings(ids: readonly number[], ask: Query): Promise<void> {
    for (let at = 0; at < ids.length; at += LISTINGS_AT_ONCE) {
      const some = ids.slice(at, at + LISTINGS_AT_ONCE);
      const of = (table: string, key: string) => ask(`select * from ${table} where ${key} = any($1::bigint[])`, [some]);
      const [rows, listing_categories, listing_founders] = await Promise.all([
        of("listings", "id"),
        of("listing_categories", "listing_id"),
        of("listing_founders", "listing_id"),
      ]);
      write.together(() => writeListings(some, rows, { listing_categories, listing_founders }));
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
    for (const name of TABLES) if (keys.tables.includes(name)) tables.set(name, await ask(`select * from ${name}`));
    return () => {
      write.founders(keys.founders, founders);
      write.posts(keys.posts, posts);
      for (const [name, rows] of tables) write.table(name, rows, KEYS[name]);
    };
  }

  /** Compares every row, both to begin and to catch up. Equal rows cost only a comparison. */
  async function copyAll(): Promise<void> {
    const begun = nowMs();
    const seen = await inSnapshot(async (ask) => {
      const [now] = await ask("select pg_current_snapshot()::text as snapshot");
      const idsIn = async (table: string) => (await ask(`select id from ${table}`)).map(({ id }) => Number(id));
      const ids = [...new Set([...(await idsIn("listings")), ...write.idsOf("listings")])];
      const posts = (await ask("select slug from posts")).map(({ slug }) => String(slug));
      const others = {
        founders: [...new Set([...(await idsIn("founders")), ...write.idsOf("founders")])],
        posts: [...new Set([...posts, ...write.slugsOfPosts()])],
        tables: TABLES,
      };
      write.together(await copyOthers(others, ask));
      await copyListings(ids, ask);
      log.info({ listings: ids.length, ms: Math.round(nowMs() - begun) }, "copied every row for searches");
      return String(given(now).snapshot);
    });
    write.together(() => {
      write.forgetChanges();
      write.setState("snapshot", seen);
      write.setState("origin", origin ?? "");
    });
    snapshot = seen;
    startRest(0);
  }

  async function copyChanges(text: string, since: string, ask: Query): Promise<boolean> {
    const found = await ask(text, [since]);
    const of = (wanted: string) =>
      found.flatMap(({ source, key }) => (source === wanted && key != null ? [String(key)] : []));
    const [now] = of("snapshot");
    lsn = of("lsn")[0];
    const [from = ""] = of("origin");
    if (from !== origin) {
      origin = from;
      return false;
    }
    if (of("whole rows")[0] === "0") return false;
    if (now === since) return true;
    const keys = { founders: of("founder").map(Number), posts: of("post"), tables: of("table") };
    const others = await copyOthers(keys, query);
    const listings = of("listing").map(Number);
    const figures = of("figures");
    const copyFigures = () => write.figures(parsed<number[]>(figures));
    const areTold = listings.length <= MOST_AT_ONCE;
    if (!areTold) {
      write.together(copyFigures);
      await copyListings(listings, query);
    }
    write.together(() => {
      if (areTold) {
        copyFigures();
        const links = (table: (typeof LINKS)[number]) => parsed<Row>(of(table));
        writeListings(listings, parsed(of("listings")), {
          listing_categories: links("listing_categories"),
          listing_founders: links("listing_founders"),
        });
      }
      others();
      if (of("whole changes")[0] === "0") write.forgetChanges();
      write.changes(
        found.flatMap(({ source, key, shown }) =>
          source === "change" ? [{ slug: String(key), shown: shown as Shown }] : [],
        ),
      );
      // Each commit of the database becomes one of this file, which invalidates cached responses.
      write.setState("snapshot", given(now));
    });
    snapshot = now;
    startRest();
    return true;
  }

  let making: NodeJS.Immediate | undefined;
  /** Vectors of listings after this id are computed later. */
  let missingAfter = Number.POSITIVE_INFINITY;
  const writeListings = (...given: Parameters<typeof write.listings>): void => {
    missingAfter = Math.min(missingAfter, write.listings(...given));
  };
  /** Vectors of many new listings and changed fields are slow, so searches start without them. */
  function startRest(after = missingAfter): void {
    missingAfter = Math.min(missingAfter, after);
    making ??= setImmediate(makeSome);
  }
  function makeSome(): void {
    making = undefined;
    if (isOver) return;
    const isFiling = write.fileOwn();
    if (missingAfter !== Number.POSITIVE_INFINITY)
      missingAfter = write.makeVectors(missingAfter) ?? Number.POSITIVE_INFINITY;
    if (isFiling || missingAfter !== Number.POSITIVE_INFINITY) startRest();
  }

  async function look(ask: Query): Promise<void> {
    clearTimeout(soon);
    soon = undefined;
    const begun = nowMs();
    const text = changes ?? (await prepared());
    const isNew = snapshot === undefined;
    // A new file also requests the origin and the log.
    const since = snapshot ?? String(given((await query("select pg_current_snapshot()::text as now"))[0]).now);
    if (!(await copyChanges(text, since, ask)) || isNew) await copyAll();
    readAt = begun;
  }

  function begin(ask = query): Promise<void> {
    isLooking = true;
    looking = look(ask).finally(() => {
      isLooking = false;
    });
    return looking;
  }

  /** Runs once at a time. Callers during a run share the next one, which sees their commits. */
  function catchUp(): Promise<void> {
    if (isOver) return Promise.resolve();
    if (snapshot !== undefined && readAt < 0) startRest(0);
    nextLook ??= (async () => {
      await looking?.catch(() => undefined);
      nextLook = undefined;
      await begin();
    })();
    return nextLook;
  }

  return {
    /** Resolves when everything committed before is copied. */
    catchUp,
    /**
     * The same with `ask`, queued after an unanswered commit. Undefined if others are copying:
     * catch up then.
     */
    catchUpBehind(ask: Query): Promise<void> | undefined {
      const isBusy = isOver || isLooking || nextLook !== undefined;
      return isBusy || changes === undefined || snapshot === undefined ? undefined : begin(ask);
    },
    /** Copies others' commits with the next query. */
    catchUpSoon(): void {
      if (!isOver) soon ??= setTimeout(() => void catchUp().catch(() => undefined), SOON_MS).unref();
    },
    isFresh: (): boolean => nowMs() - readAt < FRESH_MS,
    /** The database's log position was at least this when last read. */
    lsn: (): string | undefined => lsn,
    /** Maximum age of the copied data. */
    lagMs: (): number => nowMs() - readAt,
    async stop(): Promise<void> {
      isOver = true;
      clearImmediate(making);
      clearTimeout(soon);
      await looking?.catch(() => undefined);
    },
  };
}

export type RowFollower = ReturnType<typeof followRows>;
