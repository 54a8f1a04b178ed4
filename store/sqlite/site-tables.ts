import type { ModelFailureCode } from "#domain/drafts/model-call.ts";
import type { BulkAction, BulkBefore, BulkMark, BulkResult, BulkState } from "#domain/listings/bulk.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import type { Hue } from "#domain/pictures/hues.ts";
import type { AuditAction, AuditFacts, AuditKind } from "#domain/site/audit.ts";
import type { SiteTheme } from "#domain/site/design.ts";
import type { Front } from "#domain/site/front.ts";
import type { SiteHead } from "#domain/site/head.ts";
import type { FooterLink } from "#domain/site/site-look.ts";
import type { SiteShape } from "#domain/site/site-shape.ts";
import type { TranslationKind } from "#domain/site/translation.ts";
import type { VisitAbout } from "#domain/site/visit-figures.ts";
import { flag, json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const uploads = table("uploads", {
  id: text().primaryKey(),
  shape: text().$type<"square" | "wide">().notNull(),
  accountId: text(),
  name: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  at: time().notNull(),
  isForSite: flag().notNull(),
  bytes: integer().notNull(),
  hue: text().$type<Hue>(),
  unusedSince: time(),
});

/** References to uploads, kept by triggers. */
export const uploadUses = table("upload_uses", {
  uploadId: text().notNull(),
  place: text().$type<"draft" | "listing" | "version">().notNull(),
  owner: text().notNull(),
  version: integer().notNull(),
});

export const siteLook = table("site_look", {
  id: integer().primaryKey(),
  name: text(),
  accent: text(),
  logo: text(),
  heroTitle: text(),
  heroText: text(),
  footerText: text(),
  footerLinks: json<FooterLink[]>().notNull(),
  shape: json<Partial<SiteShape>>().notNull(),
  theme: json<Partial<SiteTheme>>().notNull(),
  head: json<Partial<SiteHead>>().notNull(),
  front: json<Partial<Front>>().notNull(),
  textsRevision: integer().notNull().default(0),
  hidesEmptyCategories: flag().notNull().default(false),
});

export const siteFiles = table("site_files", { path: text().primaryKey(), body: text().notNull() });

export const siteVisits = table("site_visits", {
  day: text().notNull(),
  about: text().$type<VisitAbout>().notNull(),
  name: text().notNull(),
  views: integer().notNull(),
  visitors: integer().notNull(),
});

export const translations = table("translations", {
  kind: text().$type<TranslationKind>().notNull(),
  id: text().notNull(),
  field: text().notNull(),
  language: text().notNull(),
  text: text().notNull(),
});

export const siteSettings = table("site_settings", {
  name: text().primaryKey(),
  value: text().notNull(),
});

export const ownFields = table("own_fields", {
  key: text().primaryKey(),
  position: integer().notNull(),
  kind: text().$type<OwnField["kind"]>().notNull(),
  isIndexed: flag().notNull(),
  definition: json<OwnField>().notNull(),
});

export const searchRules = table("search_rules", {
  phrase: text().primaryKey(),
  means: text(),
  path: text(),
  at: time().notNull(),
});

export const bulkChanges = table("bulk_changes", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: time().notNull(),
  accountId: text().notNull(),
  action: json<BulkAction>().notNull(),
  state: text().$type<BulkState>().notNull(),
  total: integer().notNull(),
  finishedAt: time(),
});

export const bulkRows = table("bulk_rows", {
  bulkId: integer().notNull(),
  listingId: integer().notNull(),
  result: text().$type<BulkResult>().notNull(),
  name: text().notNull(),
  reason: text(),
  before: json<BulkBefore>(),
  after: json<BulkMark>(),
});

export const modelCalls = table("model_calls", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: time().notNull(),
  model: text().notNull(),
  ms: integer().notNull(),
  inputTokens: integer(),
  outputTokens: integer(),
  costMicros: integer(),
  failure: text().$type<ModelFailureCode>(),
  detail: text(),
});

export const auditEntries = table("audit_entries", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: time().notNull(),
  accountId: text().notNull(),
  action: text().$type<AuditAction>().notNull(),
  kind: text().$type<AuditKind>().notNull(),
  objectId: text().notNull(),
  name: text(),
  before: json<AuditFacts>().notNull(),
  after: json<AuditFacts>().notNull(),
});

export const teamPicks = table("team_picks", {
  week: text().notNull(),
  listingId: integer().notNull(),
  at: time().notNull(),
});

export const declinedAlternatives = table("declined_alternatives", {
  listingId: integer().notNull(),
  alternativeId: integer().notNull(),
});

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

/** Counted by triggers: live listings, those with votes or a rating, updates and founders. */
export const counts = table("counts", {
  name: text().$type<"live" | "voted" | "rated" | "updates" | "founders">().primaryKey(),
  count: integer().notNull(),
});

export const categoryCounts = table("category_counts", {
  slug: text().primaryKey(),
  own: integer().notNull().default(0),
  total: integer().notNull().default(0),
});

export const categoryAliases = table("category_aliases", { alias: text().primaryKey(), slug: text().notNull() });

/** Each category with itself and its ancestors. */
export const categoryPaths = table("category_paths", { slug: text().notNull(), above: text().notNull() });
