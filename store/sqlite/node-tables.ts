import { json, time } from "./columns.ts";
import { integer, sqliteTable, text } from "./drizzle.ts";

export const crawlHosts = sqliteTable("crawl_hosts", {
  host: text().primaryKey(),
  busyUntil: time("busy_until").notNull(),
});

export const quotaWindows = sqliteTable("quota_windows", {
  id: text().primaryKey(),
  count: integer().notNull(),
  endsAt: time("ends_at").notNull(),
});

export const undoOffers = sqliteTable("undo_offers", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  back: json<unknown>("back_json").notNull(),
  endsAt: time("ends_at").notNull(),
});
