import type { CommentStatus, CommentSubject, Reaction } from "#domain/community/comment.ts";
import type { VoteDoubt, VoteRuling } from "#domain/community/votes.ts";
import type { Place } from "#domain/launches/ranking.ts";
import type { BadgeResult } from "#domain/listings/badge-watch.ts";
import { flag, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const votes = table("votes", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer().notNull(),
  accountId: text().notNull(),
  at: time().notNull(),
  withdrawnAt: time(),
  visitorHash: text().notNull(),
  networkHash: text(),
  counted: flag().notNull(),
  reason: text().$type<VoteDoubt>(),
  ruling: text().$type<VoteRuling>(),
});

export const follows = table("follows", {
  accountId: text().notNull(),
  listingId: integer().notNull(),
  at: time().notNull(),
});

export const dailyViews = table("daily_views", {
  listingId: integer().notNull(),
  day: text().notNull(),
  views: integer().notNull(),
  clicks: integer().notNull().default(0),
  badgeViews: integer().notNull().default(0),
});

export const dailyVisitors = table("daily_visitors", { day: text().notNull(), hash: text().notNull() });

export const reviews = table("reviews", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer().notNull(),
  accountId: text().notNull(),
  rating: integer().notNull(),
  title: text(),
  body: text().notNull(),
  status: text().$type<"pending" | "published" | "rejected">().notNull(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
  decidedAt: time(),
  decidedBy: text(),
  answer: text(),
  answerStatus: text().$type<"pending" | "published" | "rejected">(),
  answeredBy: text(),
  answeredAt: time(),
  answerToldAt: time(),
});

export const launchWeeks = table("launch_weeks", {
  monday: text().primaryKey(),
  capacity: integer(),
  awardedAt: time(),
});

export const awards = table("awards", {
  id: text().primaryKey(),
  kind: text().$type<"launch_of_the_week">().notNull(),
  week: text().notNull(),
  place: integer().$type<Place>().notNull(),
  listingId: integer().notNull(),
  votes: integer().notNull(),
  tied: flag().notNull(),
  reachedAt: time().notNull(),
  startsAt: time().notNull(),
  endsAt: time().notNull(),
  awardedAt: time().notNull(),
});

export const periodAwards = table("period_awards", {
  id: text().primaryKey(),
  period: text().notNull(),
  place: integer().$type<Place>().notNull(),
  awardId: text().notNull(),
  listingId: integer().notNull(),
  votes: integer().notNull(),
  tied: flag().notNull(),
  awardedAt: time().notNull(),
});

export const awardPeriods = table("award_periods", {
  period: text().primaryKey(),
  awardedAt: time().notNull(),
});

export const launchWaits = table("launch_waits", {
  id: text().primaryKey(),
  listingId: integer().notNull(),
  email: text().notNull(),
  emailFolded: text().notNull(),
  accountId: text(),
  week: text(),
  tokenHash: text(),
  language: text(),
  askedAt: time().notNull(),
  confirmedAt: time(),
  toldWeek: text(),
});

export const badgeWatches = table("badge_watches", {
  listingId: integer().primaryKey(),
  awaitedSince: time().notNull(),
  checkedAt: time(),
  result: text().$type<BadgeResult>(),
  detail: text(),
  foundAt: time(),
  misses: integer().notNull(),
  missingSince: time(),
  reminders: integer().notNull(),
  remindedAt: time(),
  moves: integer().notNull(),
  site: text(),
  nextCheckAt: time().notNull(),
});

export const domainRatings = table("domain_ratings", {
  listingId: integer().notNull(),
  date: text().notNull(),
  value: integer(),
  source: text().notNull(),
  checkedAt: time().notNull(),
});

export const revenueFigures = table("revenue_figures", {
  listingId: integer().primaryKey(),
  amountCents: integer().notNull(),
  currency: text().notNull(),
  usdCents: integer().notNull(),
  verifiedBy: text().notNull(),
  asOf: time().notNull(),
  recordedAt: time().notNull(),
});

export const billboardContributions = table("billboard_contributions", {
  id: text().primaryKey(),
  listingId: integer().notNull(),
  amountCents: integer().notNull(),
  at: time().notNull(),
  refundedAt: time(),
});

export const collections = table("collections", {
  id: text().primaryKey(),
  accountId: text().notNull(),
  kind: text().$type<"saved" | "made">().notNull(),
  key: text().notNull(),
  title: text().notNull(),
  description: text(),
  isPublic: flag().notNull(),
  publishedAt: time(),
  hiddenAt: time(),
  hiddenReason: text(),
  heldAt: time(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
});

export const collectionItems = table("collection_items", {
  collectionId: text().notNull(),
  listingId: integer().notNull(),
  place: integer().notNull(),
  note: text(),
  addedAt: time().notNull(),
  shownBy: text(),
});

export const collectionFollows = table("collection_follows", {
  collectionId: text().notNull(),
  accountId: text().notNull(),
  at: time().notNull(),
});

export const comments = table("comments", {
  id: text().primaryKey(),
  listingId: integer().notNull(),
  subject: text().$type<CommentSubject>().notNull(),
  threadId: text(),
  answersId: text(),
  accountId: text(),
  body: text().notNull(),
  status: text().$type<CommentStatus>().notNull(),
  reason: text(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
  editedAt: time(),
  decidedAt: time(),
  decidedBy: text(),
  pinnedAt: time(),
  toldTo: text(),
});

export const commentVersions = table("comment_versions", {
  commentId: text().notNull(),
  until: time().notNull(),
  body: text().notNull(),
});

export const commentReactions = table("comment_reactions", {
  commentId: text().notNull(),
  accountId: text().notNull(),
  kind: text().$type<Reaction>().notNull(),
  at: time().notNull(),
});

export const commentMutes = table("comment_mutes", {
  accountId: text().notNull(),
  threadId: text().notNull(),
  at: time().notNull(),
});

export const commentNotices = table("comment_notices", {
  accountId: text().notNull(),
  commentId: text().notNull(),
  at: time().notNull(),
});

export const commentMails = table("comment_mails", {
  accountId: text().primaryKey(),
  sentAt: time().notNull(),
});
