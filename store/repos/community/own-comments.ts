import { pick } from "#domain/text/pick.ts";
import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  commentMails,
  commentMutes,
  commentReactions,
  comments,
  commentVersions,
  listings,
} from "../../sqlite/tables.ts";

export const commentsOf = async (db: Db, accountId: string) => {
  const listing = { slug: listings.slug, name: listings.name };
  const written = await db
    .select({
      id: comments.id,
      ...listing,
      ...pick(comments, "subject", "body", "status", "reason", "createdAt", "editedAt"),
    })
    .from(comments)
    .innerJoin(listings, eq(listings.id, comments.listingId))
    .where(eq(comments.accountId, accountId))
    .orderBy(asc(comments.createdAt), asc(comments.id));
  const earlier = await db
    .select({ id: comments.id, body: commentVersions.body, until: commentVersions.until })
    .from(commentVersions)
    .innerJoin(comments, eq(comments.id, commentVersions.commentId))
    .where(eq(comments.accountId, accountId))
    .orderBy(asc(commentVersions.until));
  const earlierOf = Map.groupBy(earlier, ({ id }) => id);
  return {
    comments: written.map(({ id, ...comment }) => ({
      ...comment,
      earlier: (earlierOf.get(id) ?? []).map(({ body, until }) => ({ body, until })),
    })),
    reactions: await db
      .select({
        ...listing,
        commentId: commentReactions.commentId,
        reaction: commentReactions.kind,
        at: commentReactions.at,
      })
      .from(commentReactions)
      .innerJoin(comments, eq(comments.id, commentReactions.commentId))
      .innerJoin(listings, eq(listings.id, comments.listingId))
      .where(eq(commentReactions.accountId, accountId))
      .orderBy(asc(commentReactions.at)),
    mutedThreads: await db
      .select({ ...listing, threadId: commentMutes.threadId, at: commentMutes.at })
      .from(commentMutes)
      .innerJoin(comments, eq(comments.id, commentMutes.threadId))
      .innerJoin(listings, eq(listings.id, comments.listingId))
      .where(eq(commentMutes.accountId, accountId))
      .orderBy(asc(commentMutes.at)),
    commentMails: await db
      .select({ sentAt: commentMails.sentAt })
      .from(commentMails)
      .where(eq(commentMails.accountId, accountId))
      .get(),
  };
};
