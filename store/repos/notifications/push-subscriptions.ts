import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, ne } from "../../sqlite/drizzle.ts";
import { pushSubscriptions } from "../../sqlite/notification-tables.ts";
import type { Db } from "../../sqlite/open.ts";

export type PushSubscription = typeof pushSubscriptions.$inferSelect;
type New = Omit<PushSubscription, "lastSentAt" | "failingSince">;

const placeOf = ({ endpoint }: Pick<PushSubscription, "endpoint">) => ["push_subscriptions.auth", endpoint] as const;

export const pushSubscriptionReads = (db: Db) => {
  const opened = (row: PushSubscription) => ({ ...row, auth: db.$vault.open(placeOf(row), row.auth) });
  const ofAccount = statement(({ accountId }: { accountId: string }) =>
    db
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.accountId, accountId))
      .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id)),
  );
  return {
    async ofAccount(accountId: string): Promise<PushSubscription[]> {
      return (await ofAccount.all({ accountId })).map(opened);
    },
    async find(id: string): Promise<PushSubscription | undefined> {
      const found = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id)).get();
      return found && opened(found);
    },
  };
};

export const pushSubscriptionWrites = (db: Db) => ({
  ...pushSubscriptionReads(db),
  /** A browser belongs to whoever signed in last. */
  async save(subscription: New): Promise<void> {
    const auth = db.$vault.seal(placeOf(subscription), subscription.auth);
    const { id: _, endpoint: __, ...rest } = { ...subscription, auth };
    await db
      .insert(pushSubscriptions)
      .values({ ...subscription, auth })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...rest, failingSince: null } });
  },
  async remove(accountId: string, id: string): Promise<void> {
    await db.delete(pushSubscriptions).where(has(pushSubscriptions, { accountId, id }));
  },
  /** Moves a browser to a new session, possibly of another person. */
  async moveSession(from: string, to: string, accountId: string): Promise<void> {
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.sessionHash, from), ne(pushSubscriptions.accountId, accountId)));
    await db.update(pushSubscriptions).set({ sessionHash: to }).where(eq(pushSubscriptions.sessionHash, from));
  },
  async noteSent(id: string, at: Date): Promise<void> {
    await db.update(pushSubscriptions).set({ lastSentAt: at, failingSince: null }).where(eq(pushSubscriptions.id, id));
  },
  async noteFailure(id: string, since: Date): Promise<void> {
    await db.update(pushSubscriptions).set({ failingSince: since }).where(eq(pushSubscriptions.id, id));
  },
});
