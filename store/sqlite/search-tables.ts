import { time } from "./columns.ts";
import { integer, sqliteTable, text } from "./drizzle.ts";

export const savedSearches = sqliteTable("saved_searches", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  query: text().notNull(),
  title: text().notNull(),
  createdAt: time("created_at").notNull(),
  pausedAt: time("paused_at"),
  seen: integer().notNull(),
});

/** Listings in order of first going live, added by a trigger. */
export const arrivals = sqliteTable("arrivals", {
  id: integer().primaryKey(),
  listingId: integer("listing_id").notNull(),
});

export const searchMails = sqliteTable("search_mails", {
  accountId: text("account_id").primaryKey(),
  sentAt: time("sent_at").notNull(),
});
