import type { AuditAction, AuditFacts, AuditKind } from "../../domain/site/audit.ts";
import { json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

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
