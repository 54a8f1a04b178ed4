import type { Reaction } from "#domain/community/comment.ts";
import type { Listing, Page, PageRequest } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { statement } from "../../sql/statement.ts";
import { alias, and, asc, count, desc, eq, isNotNull, isNull, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  accounts,
  commentMutes,
  commentReactions,
  comments,
  commentVersions,
  listingMembers,
  listings,
} from "../../sqlite/tables.ts";

import { commentsOf } from "./own-comments.ts";

export type Comment = typeof comments.$inferSelect;
/** A comment with its author's name, whether they are a maker, and whom it answers. */
export type SignedComment = { comment: Comment; author: string | null; isMaker: boolean; answers: string | null };
export type CommentedListing = Pick<Listing, "id" | "slug" | "name" | "status">;
/** A thread's first comment, first replies and their number. */
export type Thread = SignedComment & { replies: SignedComment[]; total: number };
export type ReactionCount = { commentId: string; kind: Reaction; count: number };

type AtListing = { listingId: number };
type Said = AtListing & { subject?: Comment["subject"] | undefined };

const answered = alias(comments, "answered");
const answeredAuthors = alias(accounts, "answered_authors");
const isMaker = sql<boolean>`exists (select 1 from ${listingMembers}
  where ${listingMembers.listingId} = ${comments.listingId} and ${listingMembers.accountId} = ${comments.accountId})`;
const signedColumns = {
  comment: comments,
  author: accounts.name,
  isMaker: isMaker.mapWith(Boolean),
  answers: sql<
    string | null
  >`case when ${answered.threadId} is not null then coalesce(${answeredAuthors.name}, 'a member') end`,
};
const listingColumns = { ...pick(listings, "id", "slug", "name", "status") };

/** Replies keep a placeholder for an unreadable comment. */
const isShown = sql`(${comments.status} = 'published' or exists (select 1 from comments reply
  where reply.status = 'published' and reply.thread_id = ${comments.id}))`;
const isReplyShown = sql`(${comments.status} = 'published' or exists (select 1 from comments reply
  where reply.status = 'published' and reply.answers_id = ${comments.id}))`;
const isThread = isNull(comments.threadId);

export const commentReads = (db: Db) => {
  const signed = () =>
    db
      .select(signedColumns)
      .from(comments)
      .leftJoin(accounts, eq(accounts.id, comments.accountId))
      .leftJoin(answered, eq(answered.id, comments.answersId))
      .leftJoin(answeredAuthors, eq(answeredAuthors.id, answered.accountId));
  const about = ({ listingId, subject }: Said) =>
    and(eq(comments.listingId, listingId), subject && eq(comments.subject, subject));
  const said = statement(({ listingId }: AtListing) =>
    db
      .select({ count: count() })
      .from(comments)
      .where(has(comments, { listingId, status: "published" })),
  );
  const threadCount = statement((wanted: Said) =>
    db
      .select({ count: count() })
      .from(comments)
      .where(and(about(wanted), isThread, isNull(comments.pinnedAt), isShown)),
  );
  const pinned = statement((wanted: Said) => signed().where(and(about(wanted), isNotNull(comments.pinnedAt), isShown)));
  const newest = statement(({ limit, offset, ...wanted }: Said & { limit: number; offset: number }) =>
    signed()
      .where(and(about(wanted), isThread, isNull(comments.pinnedAt), isShown))
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(limit)
      .offset(offset),
  );
  const firstReplies = statement(({ ids, limit }: { ids: string; limit: number }) =>
    signed()
      .where(
        sql`${comments.id} in (select id from (select ${comments.id} as id, row_number() over (
          partition by ${comments.threadId} order by ${comments.createdAt}, ${comments.id}) as place
          from ${comments} where ${comments.threadId} in (select value from json_each(${ids})) and ${isReplyShown}) placed
          where place <= ${limit})`,
      )
      .orderBy(asc(comments.createdAt), asc(comments.id)),
  );
  const replyCounts = statement(({ ids }: { ids: string }) =>
    db
      .select({ threadId: comments.threadId, count: count() })
      .from(comments)
      .where(and(sql`${comments.threadId} in (select value from json_each(${ids}))`, isReplyShown))
      .groupBy(comments.threadId),
  );
  const reactions = statement(({ ids }: { ids: string }) =>
    db
      .select({ commentId: commentReactions.commentId, kind: commentReactions.kind, count: count() })
      .from(commentReactions)
      .where(sql`${commentReactions.commentId} in (select value from json_each(${ids}))`)
      .groupBy(commentReactions.commentId, commentReactions.kind),
  );
  const reactionsBy = statement(({ accountId, ids }: { accountId: string; ids: string }) =>
    db
      .select({ commentId: commentReactions.commentId, kind: commentReactions.kind })
      .from(commentReactions)
      .where(
        and(
          sql`${commentReactions.commentId} in (select value from json_each(${ids}))`,
          eq(commentReactions.accountId, accountId),
        ),
      ),
  );
  const publishedBy = statement(({ accountId }: { accountId: string }) =>
    db
      .select({ count: count() })
      .from(comments)
      .where(has(comments, { accountId, status: "published" })),
  );

  return {
    byId: statement((id: string) =>
      db
        .select({ ...signedColumns, listing: listingColumns })
        .from(comments)
        .innerJoin(listings, eq(listings.id, comments.listingId))
        .leftJoin(accounts, eq(accounts.id, comments.accountId))
        .leftJoin(answered, eq(answered.id, comments.answersId))
        .leftJoin(answeredAuthors, eq(answeredAuthors.id, answered.accountId))
        .where(eq(comments.id, id)),
    ).get,
    async count(listingId: number): Promise<number> {
      return (await said.get({ listingId }))?.count ?? 0;
    },
    async countBy(accountId: string): Promise<number> {
      return (await publishedBy.get({ accountId }))?.count ?? 0;
    },
    /** Newest first. The pinned thread comes first and is not counted. */
    async threads(
      { listingId, subject }: Said,
      { page, perPage, replies: limit }: PageRequest & { replies: number },
    ): Promise<Page<Thread>> {
      const wanted = { listingId, ...(subject && { subject }) };
      const first = page === 1 ? await pinned.all(wanted) : [];
      const others = await newest.all({ ...wanted, limit: perPage, offset: (page - 1) * perPage });
      const heads = [...first, ...others];
      const ids = JSON.stringify(heads.map(({ comment }) => comment.id));
      const replies = heads.length > 0 ? await firstReplies.all({ ids, limit }) : [];
      const totals = new Map(
        (heads.length > 0 ? await replyCounts.all({ ids }) : []).map(({ threadId, count: all }) => [threadId, all]),
      );
      const repliesOf = Map.groupBy(replies, ({ comment }) => comment.threadId);
      return {
        items: heads.map((head) => ({
          ...head,
          replies: repliesOf.get(head.comment.id) ?? [],
          total: totals.get(head.comment.id) ?? 0,
        })),
        total: (await threadCount.get(wanted))?.count ?? 0,
      };
    },
    async replies(threadId: string, { page, perPage }: PageRequest): Promise<Page<SignedComment>> {
      const [all] = await replyCounts.all({ ids: JSON.stringify([threadId]) });
      const items = await signed()
        .where(and(eq(comments.threadId, threadId), isReplyShown))
        .orderBy(asc(comments.createdAt), asc(comments.id))
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { items, total: all?.count ?? 0 };
    },
    async repliesBefore({ threadId, createdAt, id }: Comment): Promise<number> {
      const isBefore = sql`(${comments.createdAt}, ${comments.id}) < (${createdAt.getTime()}, ${id})`;
      const [before] = await db
        .select({ count: count() })
        .from(comments)
        .where(and(eq(comments.threadId, threadId ?? ""), isReplyShown, isBefore));
      return before?.count ?? 0;
    },
    async reactions(ids: readonly string[]): Promise<ReactionCount[]> {
      return ids.length > 0 ? reactions.all({ ids: JSON.stringify(ids) }) : [];
    },
    async reactionsBy(accountId: string, ids: readonly string[]): Promise<{ commentId: string; kind: Reaction }[]> {
      return ids.length > 0 ? reactionsBy.all({ accountId, ids: JSON.stringify(ids) }) : [];
    },
    unseenOf: statement((accountId: string, listingId: number, limit: number) =>
      db
        .select()
        .from(comments)
        .where(and(has(comments, { accountId, listingId }), sql`${comments.status} in ('pending', 'rejected')`))
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(limit),
    ).all,
    async lastOf(accountId: string, listingId: number): Promise<Comment | undefined> {
      return db
        .select()
        .from(comments)
        .where(has(comments, { accountId, listingId }))
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(1)
        .get();
    },
    async byAuthor(
      accountId: string,
      { page, perPage }: PageRequest,
    ): Promise<Page<{ comment: Comment; listing: CommentedListing }>> {
      const isTheirs = and(has(comments, { accountId, status: "published" }), eq(listings.status, "live"));
      const [all] = await db
        .select({ total: count() })
        .from(comments)
        .innerJoin(listings, eq(listings.id, comments.listingId))
        .where(isTheirs);
      const items = await db
        .select({ comment: comments, listing: listingColumns })
        .from(comments)
        .innerJoin(listings, eq(listings.id, comments.listingId))
        .where(isTheirs)
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { items, total: all?.total ?? 0 };
    },
    /** Previous texts, oldest first. */
    async versionsOf(commentId: string): Promise<{ body: string; until: Date }[]> {
      return db
        .select({ body: commentVersions.body, until: commentVersions.until })
        .from(commentVersions)
        .where(eq(commentVersions.commentId, commentId))
        .orderBy(asc(commentVersions.until));
    },
    /** For the site team: held comments oldest first, others newest first. */
    async listed(
      status: "pending" | "published" | "rejected",
      request: PageRequest,
    ): Promise<Page<SignedComment & { listing: CommentedListing; email: string | null; versions: number }>> {
      const rows = db
        .select({
          ...signedColumns,
          listing: listingColumns,
          email: accounts.email,
          versions: db.$count(commentVersions, eq(commentVersions.commentId, comments.id)),
        })
        .from(comments)
        .innerJoin(listings, eq(listings.id, comments.listingId))
        .leftJoin(accounts, eq(accounts.id, comments.accountId))
        .leftJoin(answered, eq(answered.id, comments.answersId))
        .leftJoin(answeredAuthors, eq(answeredAuthors.id, answered.accountId))
        .where(eq(comments.status, status))
        .orderBy(...(status === "pending" ? [asc(comments.updatedAt), asc(comments.id)] : [desc(comments.updatedAt)]));
      return pageOf(db.$count(comments, eq(comments.status, status)), request, rows);
    },
    everythingOf: (accountId: string) => commentsOf(db, accountId),
    async isMuted(accountId: string, threadId: string): Promise<boolean> {
      const row = await db
        .select({ at: commentMutes.at })
        .from(commentMutes)
        .where(has(commentMutes, { accountId, threadId }))
        .get();
      return row !== undefined;
    },
  };
};
