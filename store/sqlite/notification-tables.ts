import type { Channel, NotificationKind, StoredWords } from "../../domain/notifications/notification.ts";
import { flag, json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const notifications = sqliteTable("notifications", {
  id: integer().primaryKey(),
  accountId: text("account_id").notNull(),
  kind: text().$type<NotificationKind>().notNull(),
  key: text().notNull(),
  words: json<StoredWords>("words_json").notNull(),
  path: text().notNull(),
  by: text("by_account_id"),
  at: time("at").notNull(),
  readAt: time("read_at"),
  isOnSite: flag("is_on_site").notNull().default(true),
  mailAt: time("mail_at"),
  pushAt: time("push_at"),
});

export const notificationChoices = sqliteTable(
  "notification_choices",
  {
    accountId: text("account_id").notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    channel: text().$type<Channel>().notNull(),
    isOn: flag("is_on").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind, table.channel] })],
);

export const notificationTimes = sqliteTable("notification_times", {
  accountId: text("account_id").primaryKey(),
  timeZone: text("time_zone"),
  quietFrom: integer("quiet_from"),
  quietUntil: integer("quiet_until"),
  mailedAt: time("mailed_at"),
  pushedAt: time("pushed_at"),
});

export const pushSubscriptions = sqliteTable("push_subscriptions", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  browser: text(),
  sessionHash: text("session_hash").notNull(),
  createdAt: time("created_at").notNull(),
  lastSentAt: time("last_sent_at"),
  failingSince: time("failing_since"),
});
