import type { ModelFailureCode } from "../../domain/drafts/model-call.ts";
import type { Hue } from "../../domain/pictures/hues.ts";
import type { FooterLink } from "../../domain/site/site-look.ts";
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
