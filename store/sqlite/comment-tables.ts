import type { CommentStatus, CommentSubject, Reaction } from "../../domain/community/comment.ts";
import { time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const comments = sqliteTable("comments", {
  id: text().primaryKey(),
  listingId: integer("listing_id").notNull(),
  subject: text().$type<CommentSubject>().notNull(),
  threadId: text("thread_id"),
  answersId: text("answers_id"),
  accountId: text("account_id"),
  body: text().notNull(),
  status: text().$type<CommentStatus>().notNull(),
  reason: text(),
  createdAt: time("created_at").notNull(),
  updatedAt: time("updated_at").notNull(),
  editedAt: time("edited_at"),
  decidedAt: time("decided_at"),
  decidedBy: text("decided_by"),
  pinnedAt: time("pinned_at"),
  toldTo: text("told_to"),
});

export const commentVersions = sqliteTable(
  "comment_versions",
  { commentId: text("comment_id").notNull(), until: time("until").notNull(), body: text().notNull() },
  (table) => [primaryKey({ columns: [table.commentId, table.until] })],
);

export const commentReactions = sqliteTable(
  "comment_reactions",
  {
    commentId: text("comment_id").notNull(),
    accountId: text("account_id").notNull(),
    kind: text().$type<Reaction>().notNull(),
    at: time("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.accountId, table.kind] })],
);

export const commentMutes = sqliteTable(
  "comment_mutes",
  { accountId: text("account_id").notNull(), threadId: text("thread_id").notNull(), at: time("at").notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.threadId] })],
);

export const commentNotices = sqliteTable(
  "comment_notices",
  { accountId: text("account_id").notNull(), commentId: text("comment_id").notNull(), at: time("at").notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.commentId] })],
);

export const commentMails = sqliteTable("comment_mails", {
  accountId: text("account_id").primaryKey(),
  sentAt: time("sent_at").notNull(),
});
