import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { lt } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { idempotencyKeys } from "../../sqlite/tables.ts";

/** The response to an Idempotency-Key. `path` is the canonical JSON of the path ids. */
export type Replay = Omit<typeof idempotencyKeys.$inferSelect, "body"> & { body: unknown };
export type ReplayKey = Pick<Replay, "accountId" | "operation" | "path" | "key">;

const placeOf = ({ accountId, operation, path, key }: ReplayKey) =>
  ["idempotency_keys.body_json", accountId, operation, path, key] as const;

export const idempotencyReads = (db: Db) => {
  const t = idempotencyKeys;
  const byKey = statement(({ accountId, operation, path, key }: ReplayKey) =>
    db.select().from(t).where(has(t, { accountId, operation, path, key })),
  );

  return {
    async find({ accountId, operation, path, key }: ReplayKey): Promise<Replay | undefined> {
      const found = await byKey.get({ accountId, operation, path, key });
      return found && { ...found, body: JSON.parse(db.$vault.open(placeOf(found), found.body)) };
    },
  };
};

export const idempotencyWrites = (db: Db) => {
  const t = idempotencyKeys;
  const put = statement((replay: typeof t.$inferSelect) =>
    db
      .insert(t)
      .values(replay)
      .onConflictDoUpdate({ target: [t.accountId, t.operation, t.path, t.key], set: replay }),
  );

  return {
    ...idempotencyReads(db),
    /** Replaces an expired row with the same key. */
    async save(replay: Replay): Promise<void> {
      // Sealed, because it may contain a payment link.
      const body = db.$vault.seal(placeOf(replay), JSON.stringify(replay.body));
      await put.run({ ...replay, body });
    },
    async removeOlder(before: Date): Promise<void> {
      await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
    },
  };
};
