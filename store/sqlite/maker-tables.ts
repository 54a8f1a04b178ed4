import type { CheckResult, ClaimMethod, ClaimStatus } from "#domain/listings/claim.ts";
import type { Evidence } from "#domain/listings/evidence.ts";
import type { CheckEvery } from "#domain/listings/fact-check.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import { json, table, time } from "./columns.ts";
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

export const claims = table("claims", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer().notNull(),
  accountId: text().notNull(),
  method: text().$type<ClaimMethod>().notNull(),
  status: text().$type<ClaimStatus>().notNull(),
  token: text(),
  email: text(),
  tokenHash: text(),
  mailedAt: time(),
  tries: integer().notNull().default(0),
  misses: integer().notNull().default(0),
  checkedAt: time(),
  checkResult: text().$type<CheckResult>(),
  checkDetail: text(),
  createdAt: time().notNull(),
  expiresAt: time().notNull(),
  verifiedAt: time(),
  decidedAt: time(),
  decidedBy: text(),
});

export const factChecks = table("fact_checks", {
  listingId: integer().primaryKey(),
  every: text().$type<CheckEvery>().notNull().default("month"),
  nextAt: time().notNull(),
  checkedAt: time(),
  error: text(),
});

export const factSuggestions = table("fact_suggestions", {
  listingId: integer().notNull(),
  field: text().$type<DraftFieldName>().notNull(),
  published: json<string | string[]>().notNull(),
  stated: json<string | string[]>(),
  evidence: json<Evidence[]>().notNull(),
  foundAt: time().notNull(),
  toldAt: time(),
  refusedAt: time(),
});

export const factMails = table("fact_mails", {
  accountId: text().primaryKey(),
  sentAt: time().notNull(),
});

export const listingUpdates = table("listing_updates", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer().notNull(),
  accountId: text(),
  title: text().notNull(),
  body: text().notNull(),
  publishedAt: time().notNull(),
});

export const updateMails = table("update_mails", {
  accountId: text().notNull(),
  listingId: integer().notNull(),
  updateId: integer().notNull(),
  at: time().notNull(),
});

export const interviewAnswers = table("interview_answers", {
  accountId: text().notNull(),
  questionId: integer().notNull(),
  answer: text().notNull(),
  updatedAt: time().notNull(),
});

export const savedSearches = table("saved_searches", {
  id: text().primaryKey(),
  accountId: text().notNull(),
  query: text().notNull(),
  title: text().notNull(),
  createdAt: time().notNull(),
  pausedAt: time(),
  seen: integer().notNull(),
});

/** Listings in order of first going live, added by a trigger. */
export const arrivals = table("arrivals", {
  id: integer().primaryKey(),
  listingId: integer().notNull(),
});

export const searchMails = table("search_mails", {
  accountId: text().primaryKey(),
  sentAt: time().notNull(),
});
