import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { StoreUnavailable } from "../../store/unavailable.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

it.runIf(isPostgres())("a change that hangs for too long is undone, and its process goes on", async () => {
  const db = await createSeededDatabase();
  const hanging = db.store.change(async (tx) => {
    await tx.launches.setCapacity("2026-11-23", 3);
    await delay(5000);
    await tx.launches.setCapacity("2026-11-30", 3);
  });
  await expect(hanging).rejects.toThrow(StoreUnavailable);
  await db.store.change((tx) => tx.launches.setCapacity("2026-12-07", 3));
  await db.close();
});
