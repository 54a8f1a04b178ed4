import { table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

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
