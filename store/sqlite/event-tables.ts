import type { EventName, OutboxEvent } from "../../domain/notifications/event.ts";
import type { DeliveryState, OffReason } from "../../domain/notifications/webhook.ts";
import { json, time } from "./columns.ts";
import { integer, sqliteTable, text } from "./drizzle.ts";

/** Triggers write `events` and `voteMilestones`. */
export const events = sqliteTable("events", {
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull(),
  type: text().$type<OutboxEvent["type"]>().notNull(),
  at: time("at").notNull(),
  accountId: text("account_id"),
  listingId: integer("listing_id"),
  data: json<Record<string, unknown>>("data_json").notNull(),
});

export const webhookEndpoints = sqliteTable("webhook_endpoints", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  url: text().notNull(),
  types: json<EventName[]>("types_json").notNull(),
  categories: json<string[]>("categories_json").notNull(),
  secret: text().notNull(),
  oldSecret: text("old_secret"),
  oldSecretUntil: time("old_secret_until"),
  createdAt: time("created_at").notNull(),
  offSince: time("off_since"),
  offReason: text("off_reason").$type<OffReason>(),
  failingSince: time("failing_since"),
  heldUntil: time("held_until"),
  heldBy: text("held_by"),
});

export const webhookDeliveries = sqliteTable("webhook_deliveries", {
  id: text().primaryKey(),
  endpointId: text("endpoint_id").notNull(),
  eventSeq: integer("event_seq").notNull(),
  state: text().$type<DeliveryState>().notNull().default("waiting"),
  attempts: integer().notNull().default(0),
  nextAt: time("next_at").notNull(),
  triedAt: time("tried_at"),
  status: integer(),
  error: text(),
  createdAt: time("created_at").notNull(),
});

export const calendarAddresses = sqliteTable("calendar_addresses", {
  accountId: text("account_id").primaryKey(),
  hash: text().notNull(),
  createdAt: time("created_at").notNull(),
});

export const voteMilestones = sqliteTable("vote_milestones", {
  listingId: integer("listing_id").primaryKey(),
  votes: integer().notNull(),
  at: time("at").notNull(),
});
