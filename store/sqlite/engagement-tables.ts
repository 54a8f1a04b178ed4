import type { VoteDoubt, VoteRuling } from "../../domain/community/votes.ts";
import type { Place } from "../../domain/launches/ranking.ts";
import type { BadgeResult } from "../../domain/listings/badge-watch.ts";
import { flag, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const votes = sqliteTable("votes", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer("listing_id").notNull(),
  accountId: text("account_id").notNull(),
  at: time("at").notNull(),
  withdrawnAt: time("withdrawn_at"),
  visitorHash: text("visitor_hash").notNull(),
  networkHash: text("network_hash"),
  counted: flag("counted").notNull(),
  reason: text().$type<VoteDoubt>(),
  ruling: text().$type<VoteRuling>(),
});

export const follows = sqliteTable(
  "follows",
  {
    accountId: text("account_id").notNull(),
    listingId: integer("listing_id").notNull(),
    at: time("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.listingId] })],
);

export const dailyViews = sqliteTable(
  "daily_views",
  {
    listingId: integer("listing_id").notNull(),
    day: text().notNull(),
    views: integer().notNull(),
    clicks: integer().notNull().default(0),
    badgeViews: integer("badge_views").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.day] })],
);

export const dailyVisitors = sqliteTable(
  "daily_visitors",
  { day: text().notNull(), hash: text().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
);

export const reviews = sqliteTable("reviews", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer("listing_id").notNull(),
  accountId: text("account_id").notNull(),
  rating: integer().notNull(),
  title: text(),
  body: text().notNull(),
  status: text().$type<"pending" | "published" | "rejected">().notNull(),
  createdAt: time("created_at").notNull(),
  updatedAt: time("updated_at").notNull(),
  decidedAt: time("decided_at"),
  decidedBy: text("decided_by"),
  answer: text(),
  answerStatus: text("answer_status").$type<"pending" | "published" | "rejected">(),
  answeredBy: text("answered_by"),
  answeredAt: time("answered_at"),
  answerToldAt: time("answer_told_at"),
});

export const launchWeeks = sqliteTable("launch_weeks", {
  monday: text().primaryKey(),
  capacity: integer(),
  awardedAt: time("awarded_at"),
});

export const awards = sqliteTable("awards", {
  id: text().primaryKey(),
  kind: text().$type<"launch_of_the_week">().notNull(),
  week: text().notNull(),
  place: integer().$type<Place>().notNull(),
  listingId: integer("listing_id").notNull(),
  votes: integer().notNull(),
  tied: flag("tied").notNull(),
  reachedAt: time("reached_at").notNull(),
  startsAt: time("starts_at").notNull(),
  endsAt: time("ends_at").notNull(),
  awardedAt: time("awarded_at").notNull(),
});

export const periodAwards = sqliteTable("period_awards", {
  id: text().primaryKey(),
  period: text().notNull(),
  place: integer().$type<Place>().notNull(),
  awardId: text("award_id").notNull(),
  listingId: integer("listing_id").notNull(),
  votes: integer().notNull(),
  tied: flag("tied").notNull(),
  awardedAt: time("awarded_at").notNull(),
});

export const awardPeriods = sqliteTable("award_periods", {
  period: text().primaryKey(),
  awardedAt: time("awarded_at").notNull(),
});

export const launchWaits = sqliteTable("launch_waits", {
  id: text().primaryKey(),
  listingId: integer("listing_id").notNull(),
  email: text().notNull(),
  emailFolded: text("email_folded").notNull(),
  accountId: text("account_id"),
  week: text(),
  tokenHash: text("token_hash"),
  askedAt: time("asked_at").notNull(),
  confirmedAt: time("confirmed_at"),
  toldWeek: text("told_week"),
});

export const badgeWatches = sqliteTable("badge_watches", {
  listingId: integer("listing_id").primaryKey(),
  awaitedSince: time("awaited_since").notNull(),
  checkedAt: time("checked_at"),
  result: text().$type<BadgeResult>(),
  detail: text(),
  foundAt: time("found_at"),
  misses: integer().notNull(),
  missingSince: time("missing_since"),
  reminders: integer().notNull(),
  remindedAt: time("reminded_at"),
  moves: integer().notNull(),
  site: text(),
  nextCheckAt: time("next_check_at").notNull(),
});

export const domainRatings = sqliteTable(
  "domain_ratings",
  {
    listingId: integer("listing_id").notNull(),
    date: text().notNull(),
    value: integer(),
    source: text().notNull(),
    checkedAt: time("checked_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.date] })],
);

export const revenueFigures = sqliteTable("revenue_figures", {
  listingId: integer("listing_id").primaryKey(),
  amountCents: integer("amount_cents").notNull(),
  currency: text().notNull(),
  usdCents: integer("usd_cents").notNull(),
  verifiedBy: text("verified_by").notNull(),
  asOf: time("as_of").notNull(),
  recordedAt: time("recorded_at").notNull(),
});

export const billboardContributions = sqliteTable("billboard_contributions", {
  id: text().primaryKey(),
  listingId: integer("listing_id").notNull(),
  amountCents: integer("amount_cents").notNull(),
  at: time("at").notNull(),
  refundedAt: time("refunded_at"),
});
