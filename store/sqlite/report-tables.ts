import type { Ground, Outcome, ReportReason, SubjectType } from "../../domain/moderation/report.ts";
import type { HeldReason } from "../../domain/moderation/spam.ts";
import { flag, json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const reportCases = sqliteTable("report_cases", {
  id: integer().primaryKey({ autoIncrement: true }),
  subjectType: text("subject_type").$type<SubjectType>().notNull(),
  subjectId: text("subject_id").notNull(),
  title: text().notNull(),
  path: text().notNull(),
  said: text().notNull(),
  version: text().notNull(),
  authorId: text("author_id"),
  openedAt: time("opened_at").notNull(),
  decidedAt: time("decided_at"),
  decidedBy: text("decided_by"),
  outcome: text().$type<Outcome>(),
  ground: text().$type<Ground>(),
  rule: text(),
  statement: text(),
});

export const reports = sqliteTable("reports", {
  id: integer().primaryKey({ autoIncrement: true }),
  caseId: integer("case_id").notNull(),
  reporter: text().notNull(),
  accountId: text("account_id"),
  name: text(),
  email: text(),
  networkHash: text("network_hash"),
  reason: text().$type<ReportReason>().notNull(),
  explanation: text().notNull(),
  isSlowed: flag("is_slowed").notNull(),
  keyHash: text("key_hash"),
  at: time("at").notNull(),
});

export const appeals = sqliteTable("appeals", {
  id: integer().primaryKey({ autoIncrement: true }),
  caseId: integer("case_id").notNull(),
  reportId: integer("report_id"),
  accountId: text("account_id"),
  text: text().notNull(),
  at: time("at").notNull(),
  decidedAt: time("decided_at"),
  decidedBy: text("decided_by"),
  isGranted: flag("is_granted"),
  statement: text(),
});

export const writtenTexts = sqliteTable("written_texts", {
  id: integer().primaryKey({ autoIncrement: true }),
  accountId: text("account_id").notNull(),
  subjectType: text("subject_type").$type<SubjectType>().notNull(),
  subjectId: text("subject_id").notNull(),
  at: time("at").notNull(),
  held: json<HeldReason[]>("held_json").notNull().default([]),
  decidedAt: time("decided_at"),
  passed: flag("passed").notNull().default(false),
});

export const textPrints = sqliteTable(
  "text_prints",
  { print: text().notNull(), textId: integer("text_id").notNull() },
  (table) => [primaryKey({ columns: [table.print, table.textId] })],
);

export const listedWords = sqliteTable("listed_words", {
  word: text().primaryKey(),
  position: integer().notNull(),
});
