import type { Reaction } from "#domain/community/comment.ts";
import { has } from "../../sql/has.ts";
import { and, asc, eq, isNull, ne, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  commentMails,
  commentMutes,
  commentNotices,
  commentReactions,
  comments,
  commentVersions,
} from "../../sqlite/tables.ts";
import { type Comment, commentReads } from "./comments.ts";

type NewComment = Omit<
  Comment,
  "updatedAt" | "editedAt" | "decidedAt" | "decidedBy" | "pinnedAt" | "toldTo" | "accountId"
> & { accountId: string };
type Verdict = { status: "published" | "rejected"; reason: string | null; by: string; at: Date; seenAt: Date };

export const commentWrites = (db: Db) => {
  const reads = commentReads(db);
  const only = (id: string) => eq(comments.id, id);

  async function hasReplies(id: string): Promise<boolean> {
    const below = or(eq(comments.threadId, id), eq(comments.answersId, id));
    return (await db.select({ id: comments.id }).from(comments).where(below).get()) !== undefined;
  }
  async function clear(id: string | null): Promise<void> {
    if (id === null || (await hasReplies(id))) return;
    const gone = and(only(id), eq(comments.status, "deleted"));
    const cleared = await db.delete(comments).where(gone).returning().get();
    if (cleared) await clearAbove(cleared);
  }
  async function clearAbove({ threadId, answersId }: Comment): Promise<void> {
    if (answersId !== threadId) await clear(answersId);
    await clear(threadId);
  }
  /** Removes a comment; if it has replies, a placeholder without author and text stays. */
  async function remove(comment: Comment, at: Date): Promise<void> {
    const { id } = comment;
    if (!(await hasReplies(id))) {
      await db.delete(comments).where(only(id));
      return clearAbove(comment);
    }
    await db.delete(commentVersions).where(eq(commentVersions.commentId, id));
    await db.delete(commentReactions).where(eq(commentReactions.commentId, id));
    const nothing = { body: "", accountId: null, reason: null, editedAt: null, pinnedAt: null };
    // A placeholder cannot be the reason to keep another one.
    await db
      .update(comments)
      .set({ ...nothing, answersId: comment.threadId, status: "deleted", updatedAt: at })
      .where(only(id));
    await clearAbove(comment);
  }

  return {
    ...reads,
    async add(comment: NewComment): Promise<void> {
      await db.insert(comments).values({ ...comment, updatedAt: comment.createdAt });
    },
    /** Saves the text and its previous version. */
    async edit({ id, body }: Comment, next: Pick<Comment, "body" | "status" | "reason">, at: Date): Promise<void> {
      await db.insert(commentVersions).values({ commentId: id, until: at, body }).onConflictDoNothing();
      await db
        .update(comments)
        .set({ ...next, updatedAt: at, editedAt: at })
        .where(only(id));
    },
    remove,
    /** Undefined if gone, already so decided, or changed since `seenAt`. */
    async decide(id: string, { status, reason, by, at, seenAt }: Verdict): Promise<Comment | undefined> {
      const asSeen = and(only(id), ne(comments.status, status), ne(comments.status, "deleted"));
      return db
        .update(comments)
        .set({ status, reason, decidedAt: at, decidedBy: by, ...(status === "rejected" && { pinnedAt: null }) })
        .where(and(asSeen, eq(comments.updatedAt, seenAt)))
        .returning()
        .get();
    },
    async pin({ id, listingId }: Comment, at: Date | null): Promise<void> {
      const others = at === null ? only(id) : eq(comments.listingId, listingId);
      await db
        .update(comments)
        .set({ pinnedAt: null })
        .where(and(others, sql`${comments.pinnedAt} is not null`));
      if (at) await db.update(comments).set({ pinnedAt: at }).where(only(id));
    },
    /** True if new. Idempotent. */
    async react(commentId: string, accountId: string, kind: Reaction, at: Date): Promise<boolean> {
      const { changes } = await db
        .insert(commentReactions)
        .values({ commentId, accountId, kind, at })
        .onConflictDoNothing();
      return changes > 0;
    },
    async unreact(commentId: string, accountId: string, kind: Reaction): Promise<void> {
      const mine = has(commentReactions, { commentId, accountId });
      await db.delete(commentReactions).where(and(mine, eq(commentReactions.kind, kind)));
    },
    async mute(accountId: string, threadId: string, at: Date): Promise<void> {
      await db.insert(commentMutes).values({ accountId, threadId, at }).onConflictDoNothing();
    },
    async unmute(accountId: string, threadId: string): Promise<void> {
      const theirs = has(commentMutes, { accountId, threadId });
      await db.delete(commentMutes).where(theirs);
    },
    async toldTo(id: string, accountId: string): Promise<void> {
      await db.update(comments).set({ toldTo: accountId }).where(only(id));
    },
    /** Moves and unpins a duplicate's comments. */
    async unite(fromId: number, intoId: number): Promise<void> {
      await db.update(comments).set({ pinnedAt: null }).where(eq(comments.listingId, fromId));
      await db.update(comments).set({ listingId: intoId }).where(eq(comments.listingId, fromId));
    },
    async eraseOf(accountId: string, at: Date): Promise<void> {
      const theirs = eq(comments.accountId, accountId);
      // Replies first, so that fewer threads need placeholders.
      for (const isFirst of [sql`${comments.threadId} is not null`, isNull(comments.threadId)])
        for (const comment of await db.select().from(comments).where(and(theirs, isFirst)).orderBy(asc(comments.id)))
          await remove(comment, at);
      for (const table of [commentReactions, commentMutes, commentNotices, commentMails])
        await db.delete(table).where(eq(table.accountId, accountId));
    },
  };
};
