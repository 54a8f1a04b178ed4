import pg from "pg";
import { rowTypes } from "../postgres/driver.ts";
import { migrate } from "../postgres/migrate.ts";
import { ALL_CHANGES } from "../postgres/turns.ts";
import type { Column, Row, Source, Table, Target } from "./tables.ts";

const ROWS_AT_ONCE = 1000;
const TYPES: Record<Column["type"], string> = {
  integer: "bigint",
  real: "double precision",
  text: "text",
  any: "text",
};
const quoted = (name: string): string => `"${name}"`;

/** Written in parts, which its view adds up. */
const PARTS: Record<string, { table: string; more: string }> = {
  vote_quarters: { table: "vote_quarter_parts", more: "part" },
};

export class NotEmpty extends Error {}

function selectOf({ name, columns, key }: Table): string {
  const order = key.map((at) => {
    const { name: column, type } = columns[at]!;
    return `${quoted(column)}${type === "text" || type === "any" ? ' collate "C"' : ""} nulls first`;
  });
  return `select ${columns.map((column) => quoted(column.name))} from ${quoted(name)} order by ${order}`;
}

/** Reads with one connection, so one table at a time. */
function reads(client: pg.Client): Source {
  let cursors = 0;
  return {
    async *rows(table) {
      const cursor = `moved_${++cursors}`;
      await client.query(`declare ${cursor} no scroll cursor for ${selectOf(table)}`);
      for (;;) {
        const text = `fetch ${ROWS_AT_ONCE} from ${cursor}`;
        const { rows } = await client.query<Row>({ text, rowMode: "array", types: rowTypes });
        if (rows.length) yield rows;
        if (rows.length < ROWS_AT_ONCE) break;
      }
      await client.query(`close ${cursor}`);
    },
    async lastIds() {
      const { rows } = await client.query<[string, number]>({
        text: `select regexp_replace(sequencename, '_(id|seq)_seq$', ''), last_value from pg_sequences
          where schemaname = current_schema() and last_value is not null`,
        rowMode: "array",
        types: rowTypes,
      });
      return new Map(rows);
    },
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: "debut move", keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** The database of a site, which may be running. `lock` keeps every node from writing to it, until it is called off. */
export async function postgresSource(url: string) {
  const [client, locker] = [await connected(url), await connected(url)];
  await client.query("begin read only");
  return {
    ...reads(client),
    async lock(tables: readonly Table[]): Promise<() => Promise<void>> {
      // First the turn of changes, which then are over; then whatever else may write.
      const names = tables.map(({ name }) => quoted(PARTS[name]?.table ?? name));
      await locker.query(`begin; select pg_advisory_xact_lock(${ALL_CHANGES}); lock table ${names} in share mode`);
      return async () => void (await locker.query("rollback"));
    },
    /** How many connections of the site's processes there are. */
    async inUse(): Promise<number> {
      const { rows } = await locker.query<{ count: string }>(
        "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'debut'",
      );
      return Number(rows[0]!.count);
    },
    close: () => Promise.all([client.end(), locker.end()]),
  };
}

/** An empty database, into which all rows go in one transaction. Throws NotEmpty. */
export async function postgresTarget(url: string, tables: readonly Table[]) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await migrate(pool).finally(() => pool.end());
  const client = await connected(url);
  const all = tables.map(({ name }) => quoted(PARTS[name]?.table ?? name));
  const foreign: { table: string; name: string; definition: string }[] = [];
  try {
    await client.query(`begin; lock table ${all} in access exclusive mode`);
    await refuseUsed(client);
    const { rows } = await client.query<(typeof foreign)[number]>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    );
    foreign.push(...rows);
    // Rows come as they are, in any order: nothing is counted, refused or checked before all are there.
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
    async remove({ name, columns, key }, given) {
      const same = key.map((at, place) => `kept.${quoted(columns[at]!.name)} is not distinct from gone.k${place}`);
      const arrays = key.map((at, place) => `$${place + 1}::${TYPES[columns[at]!.type]}[]`);
      await client.query(
        `delete from ${quoted(PARTS[name]?.table ?? name)} kept
         using unnest(${arrays}) gone(${key.map((_, place) => `k${place}`)}) where ${same.join(" and ")}`,
        key.map((at) => given.map((row) => row[at])),
      );
    },
  };
  return {
    ...target,
    /** Ids, references and triggers, then the commit. */
    async finish(lastIds: ReadonlyMap<string, number>): Promise<void> {
      await setSequences(client, lastIds);
      for (const table of all) await client.query(`alter table ${table} enable trigger user`);
      for (const { table, name, definition } of foreign)
        await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
      await client.query("commit");
      await client.query("analyze");
    },
    close: () => client.end(),
  };
}

async function refuseUsed(client: pg.Client): Promise<void> {
  for (const table of ["accounts", "listings", "orders", "audit_entries"]) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
    if (rows[0]!.count !== "0") throw new NotEmpty(`It has ${rows[0]!.count} rows of ${table} already.`);
  }
}

/** An id that was given once does not come again, even if its row is gone. */
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
