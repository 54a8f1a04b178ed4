import type { Evidence } from "../../domain/listings/evidence.ts";
import type { CheckEvery } from "../../domain/listings/fact-check.ts";
import type { DraftFieldName } from "../../domain/listings/fields.ts";
import { json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const factChecks = sqliteTable("fact_checks", {
  listingId: integer("listing_id").primaryKey(),
  every: text().$type<CheckEvery>().notNull().default("month"),
  nextAt: time("next_at").notNull(),
  checkedAt: time("checked_at"),
  error: text(),
});

export const factSuggestions = sqliteTable(
  "fact_suggestions",
  {
    listingId: integer("listing_id").notNull(),
    field: text().$type<DraftFieldName>().notNull(),
    published: json<string | string[]>("published_json").notNull(),
    stated: json<string | string[]>("stated_json"),
    evidence: json<Evidence[]>("evidence_json").notNull(),
    foundAt: time("found_at").notNull(),
    toldAt: time("told_at"),
    refusedAt: time("refused_at"),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.field] })],
);

export const factMails = sqliteTable("fact_mails", {
  accountId: text("account_id").primaryKey(),
  sentAt: time("sent_at").notNull(),
});
