import type { ModelFailureCode } from "../../domain/drafts/model-call.ts";
import type { Hue } from "../../domain/pictures/hues.ts";
import type { FooterLink } from "../../domain/site/site-look.ts";
import { flag, json, time } from "./columns.ts";
import { integer, sqliteTable, text } from "./drizzle.ts";

export const uploads = sqliteTable("uploads", {
  id: text().primaryKey(),
  shape: text().$type<"square" | "wide">().notNull(),
  accountId: text("account_id"),
  name: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  at: time("at").notNull(),
  isForSite: flag("is_for_site").notNull(),
  bytes: integer().notNull(),
  hue: text().$type<Hue>(),
  unusedSince: time("unused_since"),
});

/** References to uploads, kept by triggers. */
export const uploadUses = sqliteTable("upload_uses", {
  uploadId: text("upload_id").notNull(),
  place: text().$type<"draft" | "listing" | "version">().notNull(),
  owner: text().notNull(),
  version: integer().notNull(),
});

export const siteLook = sqliteTable("site_look", {
  id: integer().primaryKey(),
  name: text(),
  accent: text(),
  logo: text(),
  heroTitle: text("hero_title"),
  heroText: text("hero_text"),
  footerText: text("footer_text"),
  footerLinks: json<FooterLink[]>("footer_links_json").notNull(),
});

export const voteQuarters = sqliteTable("vote_quarters", {
  quarter: integer().primaryKey(),
  count: integer().notNull(),
});

export const modelCalls = sqliteTable("model_calls", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: time("at").notNull(),
  model: text().notNull(),
  ms: integer().notNull(),
  inputTokens: integer("input_tokens"),
  outputTokens: integer("output_tokens"),
  costMicros: integer("cost_micros"),
  failure: text().$type<ModelFailureCode>(),
  detail: text(),
});

/** Progress of drafts: 0 begun, 1 ready, 2 saved, 3 scheduled, 4 live, now or before. */
export const draftProgress = sqliteTable("draft_progress", {
  draftId: text("draft_id").primaryKey(),
  begunAt: time("begun_at").notNull(),
  step: integer().notNull(),
});
