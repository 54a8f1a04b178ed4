import { eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { calendarAddresses } from "../../sqlite/tables.ts";

/** Secret calendar URLs, one per account, stored as hashes. */
export const calendarReads = (db: Db) => ({
  async createdAt(accountId: string): Promise<Date | undefined> {
    const isTheirs = eq(calendarAddresses.accountId, accountId);
    return (await db.select({ at: calendarAddresses.createdAt }).from(calendarAddresses).where(isTheirs).get())?.at;
  },
  async accountOf(hash: string): Promise<string | undefined> {
    return (
      await db
        .select({ id: calendarAddresses.accountId })
        .from(calendarAddresses)
        .where(eq(calendarAddresses.hash, hash))
        .get()
    )?.id;
  },
});

export const calendarWrites = (db: Db) => ({
  ...calendarReads(db),
  async save(address: typeof calendarAddresses.$inferInsert): Promise<void> {
    const { hash, createdAt } = address;
    await db
      .insert(calendarAddresses)
      .values(address)
      .onConflictDoUpdate({ target: calendarAddresses.accountId, set: { hash, createdAt } });
  },
  async remove(accountId: string): Promise<void> {
    await db.delete(calendarAddresses).where(eq(calendarAddresses.accountId, accountId));
  },
});
