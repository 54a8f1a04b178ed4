import { has } from "../../sql/has.ts";
import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { identities } from "../../sqlite/sign-in-tables.ts";

export type LinkedIdentity = typeof identities.$inferSelect;
type Key = Pick<LinkedIdentity, "issuer" | "subject">;

const isIt = ({ issuer, subject }: Key) => has(identities, { issuer, subject });

export const identityReads = (db: Db) => ({
  async find(key: Key): Promise<LinkedIdentity | undefined> {
    return db.select().from(identities).where(isIt(key)).get();
  },
  /** At most one per issuer, oldest first. */
  async ofAccount(accountId: string): Promise<LinkedIdentity[]> {
    return db
      .select()
      .from(identities)
      .where(eq(identities.accountId, accountId))
      .orderBy(asc(identities.createdAt), asc(identities.issuer));
  },
});

export const identityWrites = (db: Db) => ({
  ...identityReads(db),
  /** False if the identity is linked elsewhere, or the account has another of this issuer. */
  async add(identity: LinkedIdentity): Promise<boolean> {
    const { changes } = await db.insert(identities).values(identity).onConflictDoNothing();
    return changes > 0;
  },
  async used(key: Key, email: string | null, at: Date): Promise<void> {
    await db.update(identities).set({ email, lastUsedAt: at }).where(isIt(key));
  },
  /** Marks that the account linked this identity after proving every factor. */
  async strengthen(key: Key): Promise<void> {
    await db.update(identities).set({ hasSecondFactor: true }).where(isIt(key));
  },
  async remove(accountId: string, issuer: string): Promise<LinkedIdentity | undefined> {
    const [removed] = await db.delete(identities).where(has(identities, { accountId, issuer })).returning();
    return removed;
  },
});
