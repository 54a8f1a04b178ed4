import { has } from "../../sql/has.ts";
import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { passkeys } from "../../sqlite/sign-in-tables.ts";

export type Passkey = typeof passkeys.$inferSelect;

export const passkeyReads = (db: Db) => ({
  async find(id: string): Promise<Passkey | undefined> {
    return db.select().from(passkeys).where(eq(passkeys.id, id)).get();
  },
  async ofAccount(accountId: string): Promise<Passkey[]> {
    return db
      .select()
      .from(passkeys)
      .where(eq(passkeys.accountId, accountId))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  },
});

export const passkeyWrites = (db: Db) => ({
  ...passkeyReads(db),
  /** False if the passkey is registered already. */
  async add(passkey: Passkey): Promise<boolean> {
    const { changes } = await db.insert(passkeys).values(passkey).onConflictDoNothing();
    return changes > 0;
  },
  async used(id: string, counter: number, at: Date): Promise<void> {
    await db.update(passkeys).set({ counter, lastUsedAt: at }).where(eq(passkeys.id, id));
  },
  /** The removed passkey, if the account had it. */
  async remove(accountId: string, id: string): Promise<Passkey | undefined> {
    const [removed] = await db.delete(passkeys).where(has(passkeys, { id, accountId })).returning();
    return removed;
  },
  async removeOf(accountId: string): Promise<void> {
    await db.delete(passkeys).where(eq(passkeys.accountId, accountId));
  },
});
