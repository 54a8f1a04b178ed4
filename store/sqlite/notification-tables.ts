import type { Channel, NotificationKind, StoredWords } from "../../domain/notifications/notification.ts";
import { flag, json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const notifications = table("notifications", {
  id: integer().primaryKey(),
  accountId: text().notNull(),
  kind: text().$type<NotificationKind>().notNull(),
  key: text().notNull(),
  words: json<StoredWords>().notNull(),
  path: text().notNull(),
  by: text("by_account_id"),
  at: time().notNull(),
  readAt: time(),
  isOnSite: flag().notNull().default(true),
  mailAt: time(),
  pushAt: time(),
});

export const notificationChoices = table("notification_choices", {
  accountId: text().notNull(),
  kind: text().$type<NotificationKind>().notNull(),
  channel: text().$type<Channel>().notNull(),
  isOn: flag().notNull(),
});

export const notificationTimes = table("notification_times", {
  accountId: text().primaryKey(),
  timeZone: text(),
  quietFrom: integer(),
  quietUntil: integer(),
  mailedAt: time(),
  pushedAt: time(),
});

export const pushSubscriptions = table("push_subscriptions", {
  id: text().primaryKey(),
  accountId: text().notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  browser: text(),
  sessionHash: text().notNull(),
  createdAt: time().notNull(),
  lastSentAt: time(),
  failingSince: time(),
});
