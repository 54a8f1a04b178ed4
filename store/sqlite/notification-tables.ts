import type { ChannelKind, ChannelNews, NewsChannel } from "#domain/notifications/channel.ts";
import type { EventName, OutboxEvent } from "#domain/notifications/event.ts";
import type { Channel, NotificationKind, StoredWords } from "#domain/notifications/notification.ts";
import type { DeliveryState, OffReason } from "#domain/notifications/webhook.ts";
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

export const categoryFollows = table("category_follows", {
  accountId: text().notNull(),
  category: text().notNull(),
  at: time().notNull(),
});

export const digestAsks = table("digest_asks", {
  tokenHash: text().primaryKey(),
  email: text().notNull(),
  emailFolded: text().notNull(),
  categories: json<string[]>().notNull(),
  zone: text(),
  language: text(),
  askedAt: time().notNull(),
});

export const digestSubscribers = table("digest_subscribers", {
  id: text().primaryKey(),
  email: text().notNull(),
  emailFolded: text().notNull(),
  zone: text(),
  language: text(),
  withSearches: flag().notNull().default(true),
  askedAt: time().notNull(),
  confirmedAt: time().notNull(),
  dueAt: time().notNull(),
  lastWeek: text(),
});

export const digestCategories = table("digest_categories", {
  subscriberId: text().notNull(),
  category: text().notNull(),
});

export const digestEditions = table("digest_editions", {
  week: text().primaryKey(),
  mails: integer().notNull(),
  quiet: integer().notNull(),
  firstAt: time().notNull(),
  lastAt: time().notNull(),
});

export const digestState = table("digest_state", {
  only: integer().primaryKey(),
  pausedAt: time(),
  minute: integer().notNull().default(0),
  taken: integer().notNull().default(0),
});

/** Triggers write `events` and `voteMilestones`. */
export const events = table("events", {
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull(),
  type: text().$type<OutboxEvent["type"]>().notNull(),
  at: time().notNull(),
  accountId: text(),
  listingId: integer(),
  data: json<Record<string, unknown>>().notNull(),
});

export const webhookEndpoints = table("webhook_endpoints", {
  id: text().primaryKey(),
  accountId: text().notNull(),
  url: text().notNull(),
  types: json<EventName[]>().notNull(),
  categories: json<string[]>().notNull(),
  secret: text().notNull(),
  oldSecret: text(),
  oldSecretUntil: time(),
  createdAt: time().notNull(),
  offSince: time(),
  offReason: text().$type<OffReason>(),
  failingSince: time(),
  heldUntil: time(),
  heldBy: text(),
});

export const webhookDeliveries = table("webhook_deliveries", {
  id: text().primaryKey(),
  endpointId: text().notNull(),
  eventSeq: integer().notNull(),
  state: text().$type<DeliveryState>().notNull().default("waiting"),
  attempts: integer().notNull().default(0),
  nextAt: time().notNull(),
  triedAt: time(),
  status: integer(),
  error: text(),
  createdAt: time().notNull(),
});

export const calendarAddresses = table("calendar_addresses", {
  accountId: text().primaryKey(),
  hash: text().notNull(),
  createdAt: time().notNull(),
});

export const channels = table("channels", {
  id: text().primaryKey(),
  kind: text().$type<ChannelKind>().notNull(),
  gets: json<ChannelNews[]>().notNull(),
  language: text().notNull(),
  server: text(),
  account: text(),
  secret: text().notNull(),
  createdAt: time().notNull(),
  postedSeq: integer().notNull(),
  sentAt: time(),
  offSince: time(),
  offReason: text().$type<NewsChannel["offReason"]>(),
  failingSince: time(),
  failures: integer().notNull().default(0),
  lastError: text(),
});
