import type { Ground, Outcome, ReportReason, SubjectType } from "#domain/moderation/report.ts";
import type { HeldReason } from "#domain/moderation/spam.ts";
import { flag, json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const reportCases = table("report_cases", {
  id: integer().primaryKey({ autoIncrement: true }),
  subjectType: text().$type<SubjectType>().notNull(),
  subjectId: text().notNull(),
  title: text().notNull(),
  path: text().notNull(),
  said: text().notNull(),
  version: text().notNull(),
  authorId: text(),
  openedAt: time().notNull(),
  decidedAt: time(),
  decidedBy: text(),
  outcome: text().$type<Outcome>(),
  ground: text().$type<Ground>(),
  rule: text(),
  statement: text(),
});

export const reports = table("reports", {
  id: integer().primaryKey({ autoIncrement: true }),
  caseId: integer().notNull(),
  reporter: text().notNull(),
  accountId: text(),
  name: text(),
  email: text(),
  networkHash: text(),
  language: text(),
  reason: text().$type<ReportReason>().notNull(),
  explanation: text().notNull(),
  isSlowed: flag().notNull(),
  keyHash: text(),
  at: time().notNull(),
});

export const appeals = table("appeals", {
  id: integer().primaryKey({ autoIncrement: true }),
  caseId: integer().notNull(),
  reportId: integer(),
  accountId: text(),
  text: text().notNull(),
  at: time().notNull(),
  decidedAt: time(),
  decidedBy: text(),
  isGranted: flag(),
  statement: text(),
});

export const writtenTexts = table("written_texts", {
  id: integer().primaryKey({ autoIncrement: true }),
  accountId: text().notNull(),
  subjectType: text().$type<SubjectType>().notNull(),
  subjectId: text().notNull(),
  at: time().notNull(),
  held: json<HeldReason[]>().notNull().default([]),
  decidedAt: time(),
  passed: flag().notNull().default(false),
});

export const textPrints = table("text_prints", { print: text().notNull(), textId: integer().notNull() });

export const listedWords = table("listed_words", {
  word: text().primaryKey(),
  position: integer().notNull(),
});
