import type { NotificationKind, StoredWords } from "#domain/notifications/notification.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, desc, eq, gte, inArray, isNull, lt, lte, notInArray, sql } from "../../sqlite/drizzle.ts";
import { notifications } from "../../sqlite/notification-tables.ts";
import type { Db } from "../../sqlite/open.ts";

export type Notification = typeof notifications.$inferSelect;
export type NewNotification = {
  accountId: string;
  kind: NotificationKind;
  key: string;
  words: StoredWords;
  path: string;
  by: string | null;
  at: Date;
  isOnSite: boolean;
  mailAt: Date | null;
  pushAt: Date | null;
};
export type SendingChannel = "mail" | "push";

const COLUMNS = { mail: notifications.mailAt, push: notifications.pushAt } as const;
const none = (channel: SendingChannel) => (channel === "mail" ? { mailAt: null } : { pushAt: null });
const isOf = (accountId: string, key: string) => has(notifications, { accountId, key });
const unreadOf = (accountId: string) =>
  // Inlined, because partial indexes need literals.
  and(has(notifications, { accountId, readAt: null }), sql`${notifications.isOnSite} = 1`);

export const notificationReads = (db: Db) => {
  const unread = statement(({ accountId, most }: { accountId: string; most: number }) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(sql`(select 1 from ${notifications} where ${unreadOf(accountId)} limit ${most}) counted`),
  );
  const causedBy = statement(({ by, accountId, since }: { by: string; accountId: string; since: Date }) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(notifications)
      .where(and(has(notifications, { by, accountId }), gte(notifications.at, since))),
  );
  return {
    /** Unread ones, counted up to `most`. */
    async countUnread(accountId: string, most: number): Promise<number> {
      return (await unread.get({ accountId, most }))?.count ?? 0;
    },
    findByKey: statement((accountId: string, key: string) =>
      db.select().from(notifications).where(isOf(accountId, key)),
    ).get,
    async findOwn(accountId: string, id: number): Promise<Notification | undefined> {
      const own = has(notifications, { accountId, id });
      return db.select().from(notifications).where(own).get();
    },
    async unreadAmong(accountId: string, ids: readonly number[]): Promise<Notification[]> {
      const own = and(eq(notifications.accountId, accountId), inArray(notifications.id, [...ids]));
      return db
        .select()
        .from(notifications)
        .where(and(own, isNull(notifications.readAt)))
        .orderBy(desc(notifications.at), desc(notifications.id));
    },
    async ofAccount(accountId: string, { offset, limit }: { offset: number; limit: number }): Promise<Notification[]> {
      return db
        .select()
        .from(notifications)
        .where(and(eq(notifications.accountId, accountId), sql`${notifications.isOnSite} = 1`))
        .orderBy(desc(notifications.at), desc(notifications.id))
        .limit(limit)
        .offset(offset);
    },
    async countCausedBy(by: string, accountId: string, since: Date): Promise<number> {
      return (await causedBy.get({ by, accountId, since }))?.count ?? 0;
    },
    async due(accountId: string, channel: SendingChannel, now: Date): Promise<Notification[]> {
      return db
        .select()
        .from(notifications)
        .where(and(eq(notifications.accountId, accountId), lte(COLUMNS[channel], now)))
        .orderBy(desc(notifications.at), desc(notifications.id));
    },
    async overdue(channel: SendingChannel, before: Date, limit: number): Promise<string[]> {
      const rows = await db
        .selectDistinct({ accountId: notifications.accountId })
        .from(notifications)
        .where(lte(COLUMNS[channel], before))
        .limit(limit);
      return rows.map(({ accountId }) => accountId);
    },
  };
};

export const notificationWrites = (db: Db) => {
  return {
    ...notificationReads(db),
    /** Adds a notification. An existing key is updated and marked unread. */
    // Pending ones keep their time: updates do not postpone them.
    save: statement((news: NewNotification) =>
      db
        .insert(notifications)
        .values(news)
        .onConflictDoUpdate({
          target: [notifications.accountId, notifications.key],
          set: {
            kind: sql`excluded.kind`,
            words: sql`excluded.words_json`,
            path: sql`excluded.path`,
            by: sql`excluded.by_account_id`,
            at: sql`excluded.at`,
            isOnSite: sql`excluded.is_on_site`,
            mailAt: sql`coalesce(${notifications.mailAt}, excluded.mail_at)`,
            pushAt: sql`coalesce(${notifications.pushAt}, excluded.push_at)`,
            readAt: null,
          },
        }),
    ).run,
    /** Retracts a notification, such as of a deleted comment. Idempotent. */
    async remove(accountId: string, key: string): Promise<void> {
      await db.delete(notifications).where(isOf(accountId, key));
    },
    /** Keeps the first time. */
    async markRead(accountId: string, id: number, at: Date): Promise<void> {
      await db
        .update(notifications)
        .set({ readAt: at })
        .where(and(unreadOf(accountId), eq(notifications.id, id)));
    },
    /** Later ones stay unread. */
    async markAllRead(accountId: string, seenAt: Date, at: Date): Promise<void> {
      await db
        .update(notifications)
        .set({ readAt: at })
        .where(and(unreadOf(accountId), lte(notifications.at, seenAt)));
    },
    async sent(ids: readonly number[], channel: SendingChannel): Promise<void> {
      await db
        .update(notifications)
        .set(none(channel))
        .where(inArray(notifications.id, [...ids]));
    },
    async putOff(ids: readonly number[], channel: SendingChannel, until: Date): Promise<void> {
      await db
        .update(notifications)
        .set(channel === "mail" ? { mailAt: until } : { pushAt: until })
        .where(inArray(notifications.id, [...ids]));
    },
    /** Deletes old ones, and all but each person's newest. */
    async purge(before: Date, mostEach: number): Promise<void> {
      await db.delete(notifications).where(lt(notifications.at, before));
      const crowded = await db
        .select({ accountId: notifications.accountId })
        .from(notifications)
        .groupBy(notifications.accountId)
        .having(sql`count(*) > ${mostEach}`);
      for (const { accountId } of crowded) {
        const newest = db
          .select({ id: notifications.id })
          .from(notifications)
          .where(eq(notifications.accountId, accountId))
          .orderBy(desc(notifications.at), desc(notifications.id))
          .limit(mostEach);
        await db
          .delete(notifications)
          .where(and(eq(notifications.accountId, accountId), notInArray(notifications.id, newest)));
      }
    },
  };
};
