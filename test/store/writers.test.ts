import { expect, it } from "vitest";
import { createDatabase } from "../helpers/database.ts";

const MOST = 50_000;

it("a process that writes without a pause leaves room for another one", async () => {
  const db = await createDatabase();
  const other = await db.another();
  let isDone = false;
  let writes = 0;
  const waits = other
    .change((tx) => tx.reference.saveSecret("calm", "1"))
    .then(() => {
      isDone = true;
    });
  while (!isDone && writes < MOST) await db.store.change((tx) => tx.reference.saveSecret("busy", String(++writes)));
  await waits;
  expect(writes).toBeLessThan(MOST);
  await other.close();
  await db.close();
});
