import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_CHANGES } from "../../store/postgres/turn-queries.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

const WAITING =
  "pid from pg_locks where locktype = 'advisory' and not granted and database = (select oid " +
  "from pg_database where datname = current_database())";

describe.runIf(isPostgres())("a change whose turn fails", () => {
  let db: Awaited<ReturnType<typeof createSeededDatabase>>;
  let other: pg.Client;
  beforeAll(async () => {
    db = await createSeededDatabase();
    other = new pg.Client(db.url);
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await db.close();
  });

  /** Another process has the turn, until somebody cancels who waits for it. */
  async function whileTurnFails<T>(changing: () => Promise<T>): Promise<T> {
    await other.query("select pg_advisory_lock($1)", [ALL_CHANGES]);
    const changed = changing();
    changed.catch(() => undefined);
    await expect.poll(async () => (await other.query(`select ${WAITING}`)).rowCount).toBe(1);
    await other.query(`select pg_cancel_backend(pid), ${WAITING}`);
    await changed.catch(() => undefined);
    await other.query("select pg_advisory_unlock($1)", [ALL_CHANGES]);
    return changed;
  }
  const kept = async () => (await other.query("select name from secrets where name like 'turn%' order by name")).rows;

  it.each([
    { named: "alone", touched: undefined },
    { named: "beside others", touched: ["votes one"] },
  ])("$named leaves nothing, not even what its work asks for afterwards", async ({ named, touched }) => {
    const refused: string[] = [];
    const save = (name: string) => (error: unknown) => void refused.push(`${name}: ${String(error)}`);
    const changing = () =>
      db.store.change(async (tx) => {
        // Sent together with the question for the turn.
        await tx.reference.saveSecret(`turn before ${named}`, "x").catch(save("before"));
        for (let asked = 0; asked < 20; asked++)
          await tx.reference.saveSecret(`turn after ${named} ${asked}`, "x").catch(save("after"));
        return "worked";
      }, touched);
    await expect(whileTurnFails(changing)).rejects.toMatchObject({ name: "AppError", status: 503, trouble: "busy" });
    expect(refused).toHaveLength(21);
    expect(await kept()).toEqual([]);
    const { rows } = await other.query(
      "select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'",
    );
    expect(rows).toEqual([]);
    await db.store.change((tx) => tx.reference.saveSecret("next", named), touched);
    expect(await db.store.reference.findSecret("next")).toBe(named);
  });
});
