import { flag, json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const categoryFollows = sqliteTable(
  "category_follows",
  { accountId: text("account_id").notNull(), category: text().notNull(), at: time("at").notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.category] })],
);

export const digestAsks = sqliteTable("digest_asks", {
  tokenHash: text("token_hash").primaryKey(),
  email: text().notNull(),
  emailFolded: text("email_folded").notNull(),
  categories: json<string[]>("categories_json").notNull(),
  zone: text(),
  askedAt: time("asked_at").notNull(),
});

export const digestSubscribers = sqliteTable("digest_subscribers", {
  id: text().primaryKey(),
  email: text().notNull(),
  emailFolded: text("email_folded").notNull(),
  zone: text(),
  withSearches: flag("with_searches").notNull().default(true),
  askedAt: time("asked_at").notNull(),
  confirmedAt: time("confirmed_at").notNull(),
  dueAt: time("due_at").notNull(),
  lastWeek: text("last_week"),
});

export const digestCategories = sqliteTable(
  "digest_categories",
  { subscriberId: text("subscriber_id").notNull(), category: text().notNull() },
  (table) => [primaryKey({ columns: [table.subscriberId, table.category] })],
);

export const digestEditions = sqliteTable("digest_editions", {
  week: text().primaryKey(),
  mails: integer().notNull(),
  quiet: integer().notNull(),
  firstAt: time("first_at").notNull(),
  lastAt: time("last_at").notNull(),
});

export const digestState = sqliteTable("digest_state", {
  only: integer().primaryKey(),
  pausedAt: time("paused_at"),
  minute: integer().notNull().default(0),
  taken: integer().notNull().default(0),
});
