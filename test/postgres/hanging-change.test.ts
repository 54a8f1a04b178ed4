import pg from "pg";
import { expect, it } from "vitest";
import { StoreUnavailable } from "../../store/unavailable.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

it.runIf(isPostgres())("a change that hangs for too long is undone, and its process goes on", async () => {
  const db = await createSeededDatabase();
  const other = new pg.Client(db.url);
  await other.connect();
  const hangs = async () => {
    const { rows } = await other.query(
      "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    );
    return rows.length > 0;
  };
  const hanging = db.store.change(async (tx) => {
    await tx.launches.setCapacity("2026-11-23", 3);
    await expect.poll(hangs).toBe(true);
    await expect.poll(hangs).toBe(false);
    await tx.launches.setCapacity("2026-11-30", 3);
  });
  await expect(hanging).rejects.toThrow(StoreUnavailable);
  await db.store.change((tx) => tx.launches.setCapacity("2026-12-07", 3));
  await other.end();
  await db.close();
});
