import { afterAll, beforeAll, expect, it } from "vitest";
import type { Store, Tx } from "../../store/store.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { addDraft } from "../helpers/drafts.ts";
import { createWorld, type World } from "../helpers/world.ts";

const UNDONE = new Error("undone");
let db: Awaited<ReturnType<typeof createSeededDatabase>>;
let world: World;
let runs = 0;

beforeAll(async () => {
  db = await createSeededDatabase();
  const { change } = db.store;
  /** Every work runs, is undone, and runs again. */
  const twice: Store["change"] = async (work) => {
    const undone = async (tx: Tx): Promise<void> => {
      await work(tx);
      runs++;
      throw UNDONE;
    };
    await change(undone).catch((error) => {
      if (error !== UNDONE) throw error;
    });
    return change(work);
  };
  world = await createWorld({ replaced: { store: { ...db.store, change: twice } } });
  await world.jobs.stop(0);
});
afterAll(async () => {
  await world.close();
  await db.close();
});

it("an idempotent call has one effect when its change is undone and run again", async () => {
  const { id: accountId } = await world.account("ann");
  const id = await addDraft(world, { accountId, siteKey: "again.example", fields: {} });
  const send = () =>
    world.as("ann").patch(`/drafts/${id}`, {
      body: { fields: { tagline: "Said once" } },
      headers: { "idempotency-key": "again" },
    });
  runs = 0;
  const first = await send();
  expect(runs).toBeGreaterThan(0);
  expect(first.status).toBe(200);
  const again = await send();
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});
