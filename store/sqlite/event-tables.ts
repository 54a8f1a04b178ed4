import type { EventName, OutboxEvent } from "../../domain/notifications/event.ts";
import type { DeliveryState, OffReason } from "../../domain/notifications/webhook.ts";
import { json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

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
