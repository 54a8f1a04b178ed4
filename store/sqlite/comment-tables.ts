import type { CommentStatus, CommentSubject, Reaction } from "../../domain/community/comment.ts";
import { table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const comments = table("comments", {
  id: text().primaryKey(),
  listingId: integer().notNull(),
  subject: text().$type<CommentSubject>().notNull(),
  threadId: text(),
  answersId: text(),
  accountId: text(),
  body: text().notNull(),
  status: text().$type<CommentStatus>().notNull(),
  reason: text(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
  editedAt: time(),
  decidedAt: time(),
  decidedBy: text(),
  pinnedAt: time(),
  toldTo: text(),
});

export const commentVersions = table("comment_versions", {
  commentId: text().notNull(),
  until: time().notNull(),
  body: text().notNull(),
});

export const commentReactions = table("comment_reactions", {
  commentId: text().notNull(),
  accountId: text().notNull(),
  kind: text().$type<Reaction>().notNull(),
  at: time().notNull(),
});

export const commentMutes = table("comment_mutes", {
  accountId: text().notNull(),
  threadId: text().notNull(),
  at: time().notNull(),
});

export const commentNotices = table("comment_notices", {
  accountId: text().notNull(),
  commentId: text().notNull(),
  at: time().notNull(),
});

export const commentMails = table("comment_mails", {
  accountId: text().primaryKey(),
  sentAt: time().notNull(),
});
