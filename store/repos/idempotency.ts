import { statement } from "../sql/statement.ts";
import { and, eq, lt } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { idempotencyKeys } from "../sqlite/tables.ts";

/**
 * The response to a request with an Idempotency-Key. `path` is the canonical JSON of its path ids.
 */
export type Replay = typeof idempotencyKeys.$inferSelect;
export type ReplayKey = Pick<Replay, "accountId" | "operation" | "path" | "key">;

export const idempotencyReads = (db: Db) => {
  const t = idempotencyKeys;
  const byKey = statement(({ accountId, operation, path, key }: ReplayKey) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.accountId, accountId), eq(t.operation, operation), eq(t.path, path), eq(t.key, key))),
  );

  return {
    async find({ accountId, operation, path, key }: ReplayKey): Promise<Replay | undefined> {
      return byKey.get({ accountId, operation, path, key });
    },
  };
};

export const idempotencyWrites = (db: Db) => {
  const t = idempotencyKeys;
  const put = statement((replay: Replay) =>
    db
      .insert(t)
      .values(replay)
      .onConflictDoUpdate({ target: [t.accountId, t.operation, t.path, t.key], set: replay }),
  );

  return {
    ...idempotencyReads(db),
    /** Replaces an expired row of the same key. */
    async save(replay: Replay): Promise<void> {
      await put.run(replay);
    },
    async removeOlder(before: Date): Promise<void> {
      await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
    },
  };
};
