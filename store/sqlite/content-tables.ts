import { time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const listingUpdates = sqliteTable("listing_updates", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer("listing_id").notNull(),
  accountId: text("account_id"),
  title: text().notNull(),
  body: text().notNull(),
  publishedAt: time("published_at").notNull(),
});

export const updateMails = sqliteTable(
  "update_mails",
  {
    accountId: text("account_id").notNull(),
    listingId: integer("listing_id").notNull(),
    updateId: integer("update_id").notNull(),
    at: time("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.listingId] })],
);

export const interviewAnswers = sqliteTable(
  "interview_answers",
  {
    accountId: text("account_id").notNull(),
    questionId: integer("question_id").notNull(),
    answer: text().notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.questionId] })],
);
