import type { NotificationKind, StoredWords } from "../../domain/notification.ts";
import { statement } from "../sql/statement.ts";
import { and, desc, eq, isNull, lt, or, sql } from "../sqlite/drizzle.ts";
import { notifications } from "../sqlite/notification-tables.ts";
import type { Db } from "../sqlite/open.ts";

export type Notification = typeof notifications.$inferSelect;
export type NewNotification = {
  accountId: string;
  kind: NotificationKind;
  key: string;
  words: StoredWords;
  path: string;
  by: string | null;
  at: Date;
};
/** A place in the list, newest first. */
export type After = { at: Date; id: number };

const unreadOf = (accountId: string) =>
  and(eq(notifications.accountId, accountId), isNull(notifications.readAt), eq(notifications.isOnSite, true));

/** What is new for people. */
export const notificationReads = (db: Db) => {
  const unread = statement(({ accountId, most }: { accountId: string; most: number }) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(sql`(select 1 from ${notifications} where ${unreadOf(accountId)} limit ${most})`),
  );
  const byKey = statement(({ accountId, key }: { accountId: string; key: string }) =>
    db
      .select()
      .from(notifications)
      .where(and(eq(notifications.accountId, accountId), eq(notifications.key, key))),
  );
  return {
    /** How many nobody has read yet, counted up to `most`. */
    async countUnread(accountId: string, most: number): Promise<number> {
      return (await unread.get({ accountId, most }))?.count ?? 0;
    },
    async findByKey(accountId: string, key: string): Promise<Notification | undefined> {
      return byKey.get({ accountId, key });
    },
    async findOwn(accountId: string, id: number): Promise<Notification | undefined> {
      return db
        .select()
        .from(notifications)
        .where(and(eq(notifications.accountId, accountId), eq(notifications.id, id)))
        .get();
    },
    /** The newest first, from a place in the list on. */
    async ofAccount(accountId: string, limit: number, after?: After): Promise<Notification[]> {
      const older =
        after &&
        or(lt(notifications.at, after.at), and(eq(notifications.at, after.at), lt(notifications.id, after.id)));
      return db
        .select()
        .from(notifications)
        .where(and(eq(notifications.accountId, accountId), eq(notifications.isOnSite, true), older))
        .orderBy(desc(notifications.at), desc(notifications.id))
        .limit(limit)
        .all();
    },
  };
};

export const notificationWrites = (db: Db) => ({
  ...notificationReads(db),
  /** Adds a notification. With a key that the account has, that one is updated and unread again. */
  async save({ accountId, key, ...news }: NewNotification): Promise<void> {
    await db
      .insert(notifications)
      .values({ accountId, key, ...news })
      .onConflictDoUpdate({
        target: [notifications.accountId, notifications.key],
        set: { ...news, readAt: null },
      });
  },
  /** Takes back what is no longer true, such as a comment that is gone. Idempotent. */
  async remove(accountId: string, key: string): Promise<void> {
    await db.delete(notifications).where(and(eq(notifications.accountId, accountId), eq(notifications.key, key)));
  },
});
