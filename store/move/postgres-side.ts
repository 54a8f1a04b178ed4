import pg from "pg";
import { given } from "#domain/text/given.ts";
import { OF_NODES } from "../postgres/connection.ts";
import { rowTypes } from "../postgres/driver.ts";
import { migrate, newestVersion } from "../postgres/migrate.ts";
import { ALL_CHANGES } from "../postgres/turn-queries.ts";
import { confirm, isUnconfirmed, UNCONFIRMED } from "../postgres/unconfirmed.ts";
import { BATCH, type Column, keyOf, type Moving, type Row, type Source, type Table, type Target } from "./tables.ts";

const TYPES: Record<Column["type"], string> = {
  integer: "bigint",
  real: "double precision",
  text: "text",
  any: "text",
};
const OLDEST_SERVER = 150_000;
const quoted = (name: string): string => `"${name}"`;

/** Stored in parts that a view adds up. */
const PARTS: Record<string, { table: string; more: string }> = {
  vote_quarters: { table: "vote_quarter_parts", more: "part" },
};
const written = ({ name }: Table): string => quoted(PARTS[name]?.table ?? name);

/** The message follows the database's address and says what to do. */
export class UnusableDatabase extends Error {}

const listed = ({ columns, key }: Table): string => key.map((at) => quoted(given(columns[at]).name)).join(", ");

function selectOf(table: Table, where = "true"): string {
  const order = table.key.map((at) => {
    const { name: column, type } = given(table.columns[at]);
    return `${quoted(column)}${type === "text" || type === "any" ? ' collate "C"' : ""} nulls first`;
  });
  const columns = table.columns.map((column) => quoted(column.name));
  return `select ${columns} from ${quoted(table.name)} where ${where} order by ${order}`;
}

/** Uses the index, unless parts of a key may be null. */
function hasKeys({ columns, key }: Table, keys: Row[]) {
  const arrays = key.map((at, place) => `$${place + 1}::${TYPES[given(columns[at]).type]}[]`);
  const same = key.map((at, place) => {
    const { name, isNullable } = given(columns[at]);
    return `row_there.${quoted(name)} ${isNullable ? "is not distinct from" : "="} k${place}`;
  });
  const names = key.map((_, place) => `k${place}`);
  return {
    from: `unnest(${arrays}) wanted(${names})`,
    same: same.join(" and "),
    values: key.map((_, place) => keys.map((row) => row[place])),
  };
}

function reads(client: pg.Client) {
  let cursors = 0;
  const all = async (text: string, values: unknown[] = []) =>
    (await client.query<Row>({ text, values, rowMode: "array", types: rowTypes })).rows;
  async function* batches(select: string): AsyncGenerator<Row[]> {
    const cursor = `moved_${++cursors}`;
    await client.query(`declare ${cursor} no scroll cursor for ${select}`);
    for (;;) {
      const rows = await all(`fetch ${BATCH} from ${cursor}`);
      if (rows.length) yield rows;
      if (rows.length < BATCH) break;
    }
    await client.query(`close ${cursor}`);
  }
  const source: Source = {
    rows: (table) => batches(selectOf(table)),
    withKeys(table, keys) {
      const { from, same, values } = hasKeys(table, keys);
      const columns = table.columns.map((column) => `row_there.${quoted(column.name)}`);
      return all(`select ${columns} from ${quoted(table.name)} row_there, ${from} where ${same}`, values);
    },
    count: async ({ name }) => Number(given((await all(`select count(*) from ${quoted(name)}`))[0])[0]),
    async lastIds() {
      const ids = await all(`select regexp_replace(sequencename, '_(id|seq)_seq$', ''), last_value from pg_sequences
        where schemaname = current_schema() and last_value is not null`);
      return new Map(ids.map(([table, last]) => [String(table), Number(last)]));
    },
  };
  return { ...source, all, batches };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: "debut move", keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(`select set_config(name, '0', false) from pg_settings where name in
    ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`);
  return client;
}

const SNAPSHOT = "begin isolation level repeatable read read only";

async function requireVersion(all: ReturnType<typeof reads>["all"]): Promise<void> {
  const [known] = await all("select to_regclass('schema_version') is not null");
  if (!given(known)[0]) throw new UnusableDatabase("is no database of Debut. Check DATABASE_URL.");
  const [there] = await all("select max(version) from schema_version");
  if (given(there)[0] !== newestVersion())
    throw new UnusableDatabase(
      `is of version ${given(there)[0]}, this program of ${newestVersion()}. Start the site once with this program, then move it.`,
    );
}

/**
 * The database of a site, which may be running. `lock` keeps every node from writing to it, until
 * it is called off.
 */
export async function postgresSource(url: string) {
  const [client, locker] = [await connected(url), await connected(url)];
  const source = reads(client);
  let [before, oldest] = ["", ""];
  const close = () => Promise.all([client.end(), locker.end()]);
  const moving: Moving = {
    ...source,
    async begin() {
      await client.query(`commit; ${SNAPSHOT}`);
      await requireVersion(source.all);
      const [now] = await source.all(
        "select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint % (1::bigint << 32))::text",
      );
      [before, oldest] = [oldest, String(given(now)[0])];
    },
    /**
     * Rows carry their transaction number. Any since the oldest one running at the last `begin` may
     * be new.
     */
    async *changed(table) {
      const isNew = `age(xmin) <= age('${before}'::xid)`;
      const where = PARTS[table.name]
        ? `(${listed(table)}) in (select ${listed(table)} from ${written(table)} where ${isNew})`
        : isNew;
      for await (const rows of source.batches(selectOf(table, where)))
        yield { keys: rows.map((row) => keyOf(table, row)), rows };
    },
  };
  await requireVersion(source.all).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    ...moving,
    async lock(tables: readonly Table[]): Promise<() => Promise<unknown>> {
      // First wait for the turn of changes, then block every other writer.
      const names = tables.map(written);
      await locker.query(`begin; select pg_advisory_xact_lock(${ALL_CHANGES}); lock table ${names} in share mode`);
      return () => locker.query("select 1");
    },
    /** Number of connections of the site's processes. Fails if they may write again. */
    async inUse(): Promise<number> {
      // Otherwise a transaction sees the same statistics again.
      await locker.query("select pg_stat_clear_snapshot()");
      const { rows } = await locker.query<{ count: string }>(
        `select count(*) from pg_stat_activity where datname = current_database() and ${OF_NODES}`,
      );
      return Number(given(rows[0]).count);
    },
    close,
  };
}

/** Copies all rows into an empty database in one transaction. Throws UnusableDatabase. */
export async function postgresTarget(url: string, tables: readonly Table[]) {
  const client = await connected(url);
  const foreign: { table: string; name: string; definition: string }[] = [];
  const all = tables.map(written);
  let second: pg.Client | undefined;
  try {
    await requireUsable(client);
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    await migrate(pool).finally(() => pool.end());
    await client.query(`begin; lock table ${all} in access exclusive mode`);
    await requireUsable(client);
    const { rows } = await client.query<(typeof foreign)[number]>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    );
    foreign.push(...rows.map((one) => ({ ...one, definition: one.definition.replace(/ NOT VALID$/, "") })));
    // Rows come in any order, so constraints and triggers return only after all are there.
    for (const { table, name } of foreign) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
    for (const table of all) await client.query(`alter table ${table} disable trigger user`);
    await client.query(`truncate ${all}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  const target: Target = {
    ...reads(client),
    async insert({ name, columns }, given) {
      const part = PARTS[name];
      const names = columns.map((column) => quoted(column.name));
      const arrays = columns.map(({ type }, at) => `$${at + 1}::${TYPES[type]}[]`);
      await client.query(
        `insert into ${quoted(part?.table ?? name)}(${[...names, ...(part ? [part.more] : [])]}) overriding system value
         select *${part ? ", 0" : ""} from unnest(${arrays})`,
        columns.map((_, at) => given.map((row) => row[at])),
      );
    },
    async remove(table, keys) {
      const { from, same, values } = hasKeys(table, keys);
      await client.query(`delete from ${written(table)} row_there using ${from} where ${same}`, values);
    },
    async prepare() {
      await client.query("analyze");
    },
    /**
     * Restores ids, references and triggers, then commits. References were valid in the source and
     * are checked later.
     */
    async finish(lastIds) {
      await setSequences(client, lastIds);
      for (const table of all) await client.query(`alter table ${table} enable trigger user`);
      for (const { table, name, definition } of foreign)
        await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition} not valid`);
      await client.query(`comment on table schema_version is '${UNCONFIRMED}'`);
      await client.query("commit");
      // All rows as moved, whatever the running site writes.
      await client.query(`${SNAPSHOT}; select 1`);
    },
  };
  return {
    ...target,
    /** The old site is no longer used. */
    async confirm(): Promise<void> {
      second = await connected(url);
      await confirm(second);
    },
    checkReferences: () => checkReferences(given(second)),
    close: () => Promise.all([client.end(), second?.end()]),
  };
}

/**
 * Releases a database whose move ended before it was confirmed. False if there was no such move.
 */
export async function confirmMoved(url: string): Promise<boolean> {
  const client = await connected(url);
  try {
    if (!(await isUnconfirmed(client))) return false;
    await checkReferences(client);
    await confirm(client);
    return true;
  } finally {
    await client.end();
  }
}

async function checkReferences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where contype = 'f' and not convalidated and connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} validate constraint ${quoted(name)}`);
}

/** An unconfirmed database is unused, so another move may replace it. */
async function requireUsable(client: pg.Client): Promise<void> {
  const { all } = reads(client);
  const [about] = await all(
    `select current_setting('server_version_num')::bigint, current_setting('server_version'), current_setting('server_encoding'),
      (select count(*) from pg_stat_activity where datname = current_database() and ${OF_NODES}),
      to_regclass('schema_version') is not null, current_schema()`,
  );
  const [number, version, encoding, nodes, isOurs, schema] = given(about);
  if (Number(number) < OLDEST_SERVER)
    throw new UnusableDatabase(`is on PostgreSQL ${version}. Debut needs 15 or newer.`);
  if (encoding !== "UTF8")
    throw new UnusableDatabase(
      `stores texts as ${encoding}. Create it with: createdb --encoding=UTF8 --locale=C --template=template0 NAME`,
    );
  if (!schema) throw new UnusableDatabase("lets this user use no schema. Make the user the owner of the database.");
  if (nodes) throw new UnusableDatabase("is in use. A site runs on it: stop that one, or name an empty database.");
  if (await isUnconfirmed(client)) return;
  if (!isOurs) {
    const others = await all(
      "select relname from pg_class where relkind in ('r', 'p', 'v') and relnamespace = $1::regnamespace order by 1 limit 3",
      [schema],
    );
    if (others.length)
      throw new UnusableDatabase(`has tables of another program, like ${others.join(", ")}. Name an empty database.`);
    return;
  }
  for (const table of ["accounts", "listings", "orders", "audit_entries"]) {
    const [exists] = await all("select to_regclass($1) is not null", [table]);
    const count = given(exists)[0] ? given((await all(`select count(*) from ${table}`))[0])[0] : 0;
    if (count !== 0)
      throw new UnusableDatabase(`is in use. It has ${count} rows of ${table} already. Name an empty database.`);
  }
}

/** Ids of deleted rows are never reused. */
async function setSequences(client: pg.Client, lastIds: ReadonlyMap<string, number>): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attidentity = 'd' and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { table, column, sequence } of rows) {
    const last = lastIds.get(table) ?? 0;
    await client.query(
      `select setval($1, greatest(newest, 1), newest > 0)
       from (select greatest(coalesce(max(${quoted(column)}), 0), $2) as newest from ${quoted(table)}) known`,
      [sequence, last],
    );
  }
}
