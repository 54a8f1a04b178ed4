import { table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const listingUpdates = table("listing_updates", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer().notNull(),
  accountId: text(),
  title: text().notNull(),
  body: text().notNull(),
  publishedAt: time().notNull(),
});

export const updateMails = table("update_mails", {
  accountId: text().notNull(),
  listingId: integer().notNull(),
  updateId: integer().notNull(),
  at: time().notNull(),
});

export const interviewAnswers = table("interview_answers", {
  accountId: text().notNull(),
  questionId: integer().notNull(),
  answer: text().notNull(),
  updatedAt: time().notNull(),
});
