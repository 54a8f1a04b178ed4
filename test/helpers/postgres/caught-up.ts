import type { Store } from "../../../store/store.ts";
import { isPostgres } from "./is-postgres.ts";

/** A node of PostgreSQL follows what was written past its store a moment later: after a change of its own, it has all of it. */
export async function caughtUp(...stores: Pick<Store, "change">[]): Promise<void> {
  if (isPostgres()) for (const store of stores) await store.change(async () => undefined);
}
