import type { Evidence } from "../../domain/listings/evidence.ts";
import type { CheckEvery } from "../../domain/listings/fact-check.ts";
import type { DraftFieldName } from "../../domain/listings/fields.ts";
import { json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const factChecks = table("fact_checks", {
  listingId: integer().primaryKey(),
  every: text().$type<CheckEvery>().notNull().default("month"),
  nextAt: time().notNull(),
  checkedAt: time(),
  error: text(),
});

export const factSuggestions = table("fact_suggestions", {
  listingId: integer().notNull(),
  field: text().$type<DraftFieldName>().notNull(),
  published: json<string | string[]>().notNull(),
  stated: json<string | string[]>(),
  evidence: json<Evidence[]>().notNull(),
  foundAt: time().notNull(),
  toldAt: time(),
  refusedAt: time(),
});

export const factMails = table("fact_mails", {
  accountId: text().primaryKey(),
  sentAt: time().notNull(),
});
