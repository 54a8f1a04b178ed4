import { flag, json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

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
  askedAt: time().notNull(),
});

export const digestSubscribers = table("digest_subscribers", {
  id: text().primaryKey(),
  email: text().notNull(),
  emailFolded: text().notNull(),
  zone: text(),
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
