import type pg from "pg";
import { SORT_NAME_VERSION, sortName } from "../repos/profiles/sort-name.ts";
import { ALL_CHANGES } from "./turn-queries.ts";

const STATE = "sort-name-version";
const BATCH = 1000;

/** Recomputes the sort keys of founders if an older version made them. */
export async function bringFounderNamesUpToDate(pool: pg.Pool): Promise<void> {
  const isDone = async (asked: Pick<pg.Pool, "query">) => {
    const { rows } = await asked.query("select value from secrets where name = $1", [STATE]);
    return rows[0]?.value === String(SORT_NAME_VERSION);
  };
  if (await isDone(pool)) return;
  const client = await pool.connect();
  try {
    await client.query(`begin; set local statement_timeout = 0; select pg_advisory_xact_lock(${ALL_CHANGES})`);
    if (!(await isDone(client))) {
      await rewrite(client);
      const keep =
        "insert into secrets(name, value) values ($1, $2) on conflict (name) do update set value = excluded.value";
      await client.query(keep, [STATE, String(SORT_NAME_VERSION)]);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function rewrite(client: pg.PoolClient): Promise<void> {
  type Named = { id: string; name: string; sort_name: string };
  const { rows } = await client.query<Named>("select id, name, sort_name from founders");
  const old = rows.filter(({ name, sort_name }) => sort_name !== sortName(name));
  for (let at = 0; at < old.length; at += BATCH) {
    const some = old.slice(at, at + BATCH);
    await client.query(
      `update founders set sort_name = fresh.sort_name from unnest($1::bigint[], $2::text[]) fresh(id, sort_name)
       where founders.id = fresh.id`,
      [some.map(({ id }) => id), some.map(({ name }) => sortName(name))],
    );
  }
}
