import { time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const launchMoves = sqliteTable("launch_moves", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer("listing_id").notNull(),
  accountId: text("account_id"),
  fromWeek: text("from_week").notNull(),
  toWeek: text("to_week").notNull(),
  through: text().$type<"team" | "waiting_list">().notNull(),
  at: time("at").notNull(),
});

export const weekWaits = sqliteTable("week_waits", {
  id: integer().primaryKey({ autoIncrement: true }),
  week: text().notNull(),
  listingId: integer("listing_id").notNull(),
  accountId: text("account_id").notNull(),
  plan: text().$type<"free" | "launch">().notNull(),
  joinedAt: time("joined_at").notNull(),
  offeredAt: time("offered_at"),
  offerEndsAt: time("offer_ends_at"),
  endedAt: time("ended_at"),
  outcome: text().$type<"taken" | "lapsed" | "left" | "gone" | "over">(),
});

export const launchReminders = sqliteTable(
  "launch_reminders",
  {
    listingId: integer("listing_id").notNull(),
    kind: text().$type<"week" | "day">().notNull(),
    week: text().notNull(),
    sentAt: time("sent_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.kind, table.week] })],
);

export const visitHours = sqliteTable(
  "visit_hours",
  {
    listingId: integer("listing_id").notNull(),
    hour: integer().notNull(),
    views: integer().notNull(),
    clicks: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.hour] })],
);

export const visitSources = sqliteTable(
  "visit_sources",
  {
    listingId: integer("listing_id").notNull(),
    day: text().notNull(),
    host: text().notNull(),
    visitors: integer().notNull(),
    networks: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.day, table.host] })],
);

export const shownBadges = sqliteTable("shown_badges", {
  listingId: integer("listing_id").primaryKey(),
  shownSince: time("shown_since").notNull(),
  visitors: integer().notNull(),
  countedOn: text("counted_on").notNull(),
});
