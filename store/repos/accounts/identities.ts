import { and, asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { identities } from "../../sqlite/sign-in-tables.ts";

/** Who an account is at a provider where it signs in. */
export type LinkedIdentity = typeof identities.$inferSelect;
type Key = Pick<LinkedIdentity, "issuer" | "subject">;

const isIt = ({ issuer, subject }: Key) => and(eq(identities.issuer, issuer), eq(identities.subject, subject));

export const identityReads = (db: Db) => ({
  async find(key: Key): Promise<LinkedIdentity | undefined> {
    return db.select().from(identities).where(isIt(key)).get();
  },
  /** At most one for each issuer, the oldest first. */
  async ofAccount(accountId: string): Promise<LinkedIdentity[]> {
    return db
      .select()
      .from(identities)
      .where(eq(identities.accountId, accountId))
      .orderBy(asc(identities.createdAt), asc(identities.issuer))
      .all();
  },
});

export const identityWrites = (db: Db) => ({
  ...identityReads(db),
  /** False if somebody has this identity already, or the account another one of this issuer. */
  async add(identity: LinkedIdentity): Promise<boolean> {
    const { changes } = await db.insert(identities).values(identity).onConflictDoNothing().run();
    return changes > 0;
  },
  async used(key: Key, email: string | null, at: Date): Promise<void> {
    await db.update(identities).set({ email, lastUsedAt: at }).where(isIt(key));
  },
  /** Notes that the account proved every factor and named this identity as its own. */
  async strengthen(key: Key): Promise<void> {
    await db.update(identities).set({ hasSecondFactor: true }).where(isIt(key));
  },
  /** The identity, if the account had one of this issuer. */
  async remove(accountId: string, issuer: string): Promise<LinkedIdentity | undefined> {
    const [removed] = await db
      .delete(identities)
      .where(and(eq(identities.accountId, accountId), eq(identities.issuer, issuer)))
      .returning();
    return removed;
  },
});
