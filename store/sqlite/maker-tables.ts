import { table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const launchMoves = table("launch_moves", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer().notNull(),
  accountId: text(),
  fromWeek: text().notNull(),
  toWeek: text().notNull(),
  through: text().$type<"team" | "waiting_list">().notNull(),
  at: time().notNull(),
});

export const weekWaits = table("week_waits", {
  id: integer().primaryKey({ autoIncrement: true }),
  week: text().notNull(),
  listingId: integer().notNull(),
  accountId: text().notNull(),
  plan: text().$type<"free" | "launch">().notNull(),
  joinedAt: time().notNull(),
  offeredAt: time(),
  offerEndsAt: time(),
  endedAt: time(),
  outcome: text().$type<"taken" | "lapsed" | "left" | "gone" | "over">(),
});

export const launchReminders = table("launch_reminders", {
  listingId: integer().notNull(),
  kind: text().$type<"week" | "day">().notNull(),
  week: text().notNull(),
  sentAt: time().notNull(),
});

export const visitHours = table("visit_hours", {
  listingId: integer().notNull(),
  hour: integer().notNull(),
  views: integer().notNull(),
  clicks: integer().notNull(),
});

export const visitSources = table("visit_sources", {
  listingId: integer().notNull(),
  day: text().notNull(),
  host: text().notNull(),
  visitors: integer().notNull(),
  networks: integer().notNull(),
});

export const shownBadges = table("shown_badges", {
  listingId: integer().primaryKey(),
  shownSince: time().notNull(),
  visitors: integer().notNull(),
  countedOn: text().notNull(),
});
