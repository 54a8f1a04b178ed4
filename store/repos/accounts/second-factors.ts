import { has } from "../../sql/has.ts";
import { and, count, eq, lt } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { recoveryCodes, secondFactors } from "../../sqlite/sign-in-tables.ts";

export type SecondFactor = typeof secondFactors.$inferSelect;

export const secondFactorReads = (db: Db) => ({
  async find(accountId: string): Promise<SecondFactor | undefined> {
    return db.select().from(secondFactors).where(eq(secondFactors.accountId, accountId)).get();
  },
  async countCodes(accountId: string): Promise<number> {
    const row = await db
      .select({ count: count() })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.accountId, accountId))
      .get();
    return row?.count ?? 0;
  },
});

export const secondFactorWrites = (db: Db) => ({
  ...secondFactorReads(db),
  /** False if the account has one. */
  async add(factor: SecondFactor): Promise<boolean> {
    const { changes } = await db.insert(secondFactors).values(factor).onConflictDoNothing();
    return changes > 0;
  },
  /** False if this or a later time step was used. */
  async useStep(accountId: string, step: number): Promise<boolean> {
    const unused = and(eq(secondFactors.accountId, accountId), lt(secondFactors.lastStep, step));
    const { changes } = await db.update(secondFactors).set({ lastStep: step }).where(unused);
    return changes > 0;
  },
  async replaceCodes(accountId: string, hashes: readonly string[]): Promise<void> {
    await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
    for (const hash of hashes) await db.insert(recoveryCodes).values({ hash, accountId });
  },
  /** False if unknown or used. */
  async useCode(accountId: string, hash: string): Promise<boolean> {
    const theirs = has(recoveryCodes, { accountId, hash });
    const { changes } = await db.delete(recoveryCodes).where(theirs);
    return changes > 0;
  },
  async removeOf(accountId: string): Promise<boolean> {
    await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
    const { changes } = await db.delete(secondFactors).where(eq(secondFactors.accountId, accountId));
    return changes > 0;
  },
});
