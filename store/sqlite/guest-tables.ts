import type { CrawlReport, Draft, DraftContent } from "#domain/drafts/draft.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const guestDrafts = table("guest_drafts", {
  id: text().primaryKey(),
  secretHash: text().notNull(),
  url: text().notNull(),
  siteKey: text().notNull(),
  status: text().$type<Draft["status"]>().notNull(),
  content: json<DraftContent>().notNull(),
  crawl: json<CrawlReport>().notNull(),
  revision: integer().notNull(),
  wantedBy: text(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
  expiresAt: time().notNull(),
});

export const guestDraftPages = table("guest_draft_pages", {
  draftId: text().notNull(),
  position: integer().notNull(),
  page: json<SitePage>().notNull(),
});
