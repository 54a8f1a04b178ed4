import type { CrawlReport, Draft, DraftContent } from "../../domain/drafts/draft.ts";
import type { SitePage } from "../../domain/drafts/site.ts";
import { json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const guestDrafts = sqliteTable("guest_drafts", {
  id: text().primaryKey(),
  secretHash: text("secret_hash").notNull(),
  url: text().notNull(),
  siteKey: text("site_key").notNull(),
  status: text().$type<Draft["status"]>().notNull(),
  content: json<DraftContent>("content_json").notNull(),
  crawl: json<CrawlReport>("crawl_json").notNull(),
  revision: integer().notNull(),
  wantedBy: text("wanted_by"),
  createdAt: time("created_at").notNull(),
  updatedAt: time("updated_at").notNull(),
  expiresAt: time("expires_at").notNull(),
});

export const guestDraftPages = sqliteTable(
  "guest_draft_pages",
  {
    draftId: text("draft_id").notNull(),
    position: integer().notNull(),
    page: json<SitePage>("page_json").notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.position] })],
);
