import type { Store } from "../../../store/store.ts";
import { isPostgres } from "./is-postgres.ts";

/** What was written past a store is followed a moment later; after a change of its own, all of it is there. */
export async function caughtUp(...stores: Pick<Store, "change">[]): Promise<void> {
  if (isPostgres()) for (const store of stores) await store.change(async () => undefined);
}
