import type { AuditAction, AuditFacts, AuditKind } from "../../domain/site/audit.ts";
import { json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const auditEntries = sqliteTable("audit_entries", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: time("at").notNull(),
  accountId: text("account_id").notNull(),
  action: text().$type<AuditAction>().notNull(),
  kind: text().$type<AuditKind>().notNull(),
  objectId: text("object_id").notNull(),
  name: text(),
  before: json<AuditFacts>("before_json").notNull(),
  after: json<AuditFacts>("after_json").notNull(),
});

export const teamPicks = sqliteTable(
  "team_picks",
  { week: text().notNull(), listingId: integer("listing_id").notNull(), at: time("at").notNull() },
  (table) => [primaryKey({ columns: [table.week, table.listingId] })],
);

export const declinedAlternatives = sqliteTable(
  "declined_alternatives",
  { listingId: integer("listing_id").notNull(), alternativeId: integer("alternative_id").notNull() },
  (table) => [primaryKey({ columns: [table.listingId, table.alternativeId] })],
);
