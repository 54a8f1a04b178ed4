import pg from "pg";
import type { Vault } from "#core/credentials/vault.ts";
import { isVital } from "#core/runtime/vital.ts";
import { given } from "#domain/text/given.ts";
import { createChanges } from "../changes.ts";
import { refuseInChange } from "../in-change.ts";
import { repositoriesOn } from "../repositories.ts";
import { POSTGRES } from "../sql/dialect.ts";
import { database } from "../sql/session.ts";
import { databaseOn, LOCKED } from "../sqlite/driver.ts";
import { readListingChanges } from "../sqlite/listing-changes.ts";
import type { Db } from "../sqlite/open.ts";
import { readFilterFields, readOwnFields } from "../sqlite/own-fields.ts";
import { readOwnTexts, readSiteLook } from "../sqlite/site-look.ts";
import { readTypedSettings } from "../sqlite/typed-settings.ts";
import { versionOf } from "../sqlite/version.ts";
import type { Store } from "../store.ts";
import { NAME, POOLED, pipelined, Unnamed } from "./connection.ts";
import { PostgresDialect } from "./dialect.ts";
import { type Asked, postgresDriver } from "./driver.ts";
import { asPostgresFault, poolerFault } from "./failures.ts";
import { bringFounderNamesUpToDate } from "./founder-names.ts";
import { listenToCommits } from "./listen.ts";
import { type Log, openLocalIndex, SILENT } from "./local-index.ts";
import { migrate } from "./migrate.ts";
import { type ReadCopy, readCopy } from "./read-copy.ts";
import { beginWith } from "./turn-queries.ts";
import { createTurns } from "./turns.ts";
import { refuseUnconfirmed } from "./unconfirmed.ts";

const [MOST_READING, MOST_WRITING] = [8, 16];
/** A node that hangs inside a change stops blocking others after this. */
const IDLE_CHANGE_MS = 4000;
const [LOCK_MS, STATEMENT_MS, CONNECT_MS] = [8000, 30_000, 8000];

/** Connections reserved for vital changes. */
const RESERVED = 2;

const TIMES = {
  idle_in_transaction_session_timeout: IDLE_CHANGE_MS,
  lock_timeout: LOCK_MS,
  statement_timeout: STATEMENT_MS,
};

const connectionsTo = (url: string, isPooled = false): pg.PoolConfig => ({
  connectionString: url,
  ...(isPooled ? { application_name: POOLED, Client: Unnamed } : { application_name: NAME, ...TIMES }),
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
});

export type PostgresStore = Store & { migrated: { from: number; to: number } };

type Options = {
  listenUrl?: string | undefined;
  readUrl?: string | undefined;
  log?: Log;
  /** Called before an older schema is changed. */
  backUp?: ((version: number) => Promise<void>) | undefined;
  vault?: Vault;
};

/** A migrated store on PostgreSQL. `folder` holds the local search file. */
export async function openPostgresStore(
  url: string,
  folder: string,
  id: string,
  { listenUrl = url, readUrl, log = SILENT, vault = LOCKED, backUp }: Options = {},
): Promise<PostgresStore> {
  const isPooled = listenUrl !== url;
  const settings = pipelined(connectionsTo(url, isPooled));
  const reading = new pg.Pool({ ...settings, max: MOST_READING });
  const writing = new pg.Pool({ ...settings, max: MOST_WRITING });
  // Opened early, so that a full server refuses others first.
  const reserve = new pg.Pool({ ...settings, max: RESERVED, idleTimeoutMillis: 0 });
  const pools = [reading, writing, reserve];
  // The pool replaces a broken idle connection.
  for (const pool of pools) {
    pool.on("error", () => undefined);
    // A connection that breaks between two statements fails the next one; an unhandled event would
    // end the process.
    pool.on("connect", (client) => client.on("error", () => undefined));
  }
  try {
    const migrated = await migrate(writing, undefined, backUp);
    await refuseUnconfirmed(writing);
    await bringFounderNamesUpToDate(writing);
    const local = await openLocalIndex(reading, { folder, id, log, hasCopy: readUrl !== undefined });
    const copy = readUrl
      ? readCopy(new pg.Pool({ ...connectionsTo(readUrl, isPooled), max: MOST_READING }), local.lsn)
      : undefined;
    const begin = isPooled ? beginWith(TIMES) : undefined;
    return {
      ...storeOver(connectionsTo(listenUrl), { reading, writing, reserve, copy }, { local, vault, begin }),
      migrated,
    };
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.end()));
    throw isPooled ? asPostgresFault(error) : (poolerFault(error) ?? asPostgresFault(error));
  }
}

type Pools = Record<"reading" | "writing" | "reserve", pg.Pool> & { copy: ReadCopy | undefined };

type Insides = {
  local: Awaited<ReturnType<typeof openLocalIndex>>;
  vault: Vault;
  begin: pg.QueryConfig | undefined;
};

function storeOver(
  settings: pg.ClientConfig,
  { reading, writing, reserve, copy }: Pools,
  { local, vault, begin }: Insides,
): Store {
  const $local = databaseOn(local.reader);
  const databaseOver = (client: () => Asked, admit: (text: string) => void, noted: (error: unknown) => unknown): Db => {
    const driver = postgresDriver(client, { admit, noted });
    return Object.assign(database(driver, new PostgresDialect()), {
      $statement: driver.statement,
      $client: local.reader,
      $local,
      $dialect: POSTGRES,
      $vault: vault,
    });
  };
  const changes = createChanges((hooks) => {
    const noted = (error: unknown) => hooks.noted(asPostgresFault(error));
    return createTurns({
      ...{ pool: writing, reserve, begin },
      most: MOST_WRITING,
      databaseOf: (connection, { admit }) => databaseOver(connection, admit, asPostgresFault),
      copyBehind: local.catchUpBehind,
      async afterCommit(copying) {
        commits.tell();
        await (copying ?? local.catchUp());
      },
    })({ ...hooks, noted });
  });
  const commits = listenToCommits(settings, writing, local.catchUpSoon);
  void commits.open();
  const readOnly = (text: string) =>
    refuseInChange(
      "A read of the store",
      `Read with its tx, which sees what it wrote. The query: ${text.slice(0, 200)}`,
    );
  const noted = (error: unknown) => changes.noted(asPostgresFault(error));
  const { change, changeInTime, probe, trouble, waiting } = changes;
  const copied = versionOf(local.reader);
  const siteLook = readSiteLook(local.reader, copied);
  // Without news from other nodes, cached data must not be used.
  const version = () => (local.isFresh() ? copied() : Number.NaN);
  const changesSince = readListingChanges(local.reader);
  let isOpen = true;

  return {
    ...repositoriesOn(
      databaseOver(() => (isVital() ? reserve : (copy?.of(reading) ?? reading)), readOnly, noted),
      "reads",
    ),
    ...{ change, changeInTime, probe, trouble, waiting, version },
    siteLook,
    ownTexts: readOwnTexts(local.reader, siteLook),
    typedSettings: readTypedSettings(local.reader, siteLook, vault),
    ownFields: readOwnFields(local.reader),
    filterFields: readFilterFields(local.reader),
    listingChanges: (seq) => changesSince(local.isFresh() ? seq : undefined),
    lagMs: local.lagMs,
    bytes: async () => {
      const { rows } = await reading.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
      return Number(given(rows[0]).bytes);
    },
    isOpen: () => isOpen,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await changes.settled();
      await commits.close();
      await local.close();
      await Promise.all([reading.end(), writing.end(), reserve.end(), copy?.close()]);
    },
  };
}
