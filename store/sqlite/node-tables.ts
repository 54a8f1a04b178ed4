import { json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const crawlHosts = table("crawl_hosts", {
  host: text().primaryKey(),
  busyUntil: time().notNull(),
});

export const quotaWindows = table("quota_windows", {
  id: text().primaryKey(),
  count: integer().notNull(),
  endsAt: time().notNull(),
});

export const undoOffers = table("undo_offers", {
  id: text().primaryKey(),
  accountId: text().notNull(),
  back: json<unknown>().notNull(),
  endsAt: time().notNull(),
});
