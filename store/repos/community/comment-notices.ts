import type { NotificationKind } from "#domain/notifications/notification.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { and, asc, eq, inArray, isNotNull, sql } from "../../sqlite/drizzle.ts";
import { notificationChoices } from "../../sqlite/notification-tables.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, commentMails, commentNotices, comments, listingMembers, listings } from "../../sqlite/tables.ts";
import type { Comment, CommentedListing } from "./comments.ts";

/** A recipient of a comment. Emails go to confirmed addresses that have not opted out. */
export type Recipient = { accountId: string; wantsMail: boolean };
/** A comment to notify somebody of. */
export type CommentNews = { comment: Comment; author: string | null; listing: CommentedListing };

export const commentNoticeReads = (db: Db) => ({
  /**
   * Recipients by id: participants of the thread who have not muted it, or the makers for a new
   * thread.
   */
  async recipients({ id, listingId, threadId, accountId, toldTo }: Comment, limit: number): Promise<Recipient[]> {
    const kind: NotificationKind = threadId === null ? "comment" : "reply";
    const who =
      threadId === null
        ? sql`select ${listingMembers.accountId} from ${listingMembers} where ${listingMembers.listingId} = ${listingId}`
        : sql`select said.account_id from comments said where said.status = 'published' and said.id <> ${id}
            and (said.id = ${threadId} or said.thread_id = ${threadId})
            and not exists (select 1 from comment_mutes muted
              where muted.account_id = said.account_id and muted.thread_id = ${threadId})`;
    const isOff = sql`exists (select 1 from ${notificationChoices} where ${notificationChoices.accountId} = ${accounts.id}
      and ${notificationChoices.kind} = ${kind} and ${notificationChoices.channel} = 'mail' and ${notificationChoices.isOn} = 0)`;
    return db
      .select({
        accountId: accounts.id,
        wantsMail: sql<boolean>`${accounts.emailVerifiedAt} is not null and not ${isOff}`.mapWith(Boolean),
      })
      .from(accounts)
      .where(
        and(
          sql`${accounts.id} in (${who})`,
          has(accounts, { status: "active", isDemo: false }),
          sql`${accounts.id} > ${toldTo ?? ""}`,
          sql`${accounts.id} <> ${accountId ?? ""}`,
        ),
      )
      .orderBy(asc(accounts.id))
      .limit(limit);
  },
  /** By account id: the oldest notice is old enough, and the last email too. */
  async dueForMail(
    { waitingSince, mailedSince }: { waitingSince: Date; mailedSince: Date },
    { after, limit }: { after: string; limit: number },
  ): Promise<string[]> {
    const rows = await db.all<{ id: string }>(sql`select ${commentNotices.accountId} as id from ${commentNotices}
      left join ${commentMails} on ${commentMails.accountId} = ${commentNotices.accountId}
      where coalesce(${commentMails.sentAt}, 0) <= ${mailedSince.getTime()} and ${commentNotices.accountId} > ${after}
      group by ${commentNotices.accountId} having min(${commentNotices.at}) <= ${waitingSince.getTime()}
      order by ${commentNotices.accountId} limit ${limit}`);
    return rows.map(({ id }) => id);
  },
  async newsFor(accountId: string): Promise<CommentNews[]> {
    return db
      .select({
        comment: comments,
        author: accounts.name,
        listing: pick(listings, "id", "slug", "name", "status"),
      })
      .from(commentNotices)
      .innerJoin(comments, eq(comments.id, commentNotices.commentId))
      .innerJoin(accounts, eq(accounts.id, comments.accountId))
      .innerJoin(listings, eq(listings.id, comments.listingId))
      .where(
        and(
          eq(commentNotices.accountId, accountId),
          eq(comments.status, "published"),
          isNotNull(comments.accountId),
          inArray(listings.status, ["live", "scheduled", "awaiting_badge"]),
        ),
      )
      .orderBy(asc(comments.createdAt), asc(comments.id));
  },
});

export const commentNoticeWrites = (db: Db) => ({
  ...commentNoticeReads(db),
  async remember(accountId: string, commentId: string, at: Date): Promise<void> {
    await db.insert(commentNotices).values({ accountId, commentId, at }).onConflictDoNothing();
  },
  /** Clears notices after an email or if nothing is left to send. */
  async mailed(accountId: string, at: Date): Promise<void> {
    await db.delete(commentNotices).where(eq(commentNotices.accountId, accountId));
    await db
      .insert(commentMails)
      .values({ accountId, sentAt: at })
      .onConflictDoUpdate({ target: commentMails.accountId, set: { sentAt: at } });
  },
  async drop(accountId: string): Promise<void> {
    await db.delete(commentNotices).where(eq(commentNotices.accountId, accountId));
  },
  async dropOfThread(accountId: string, threadId: string): Promise<void> {
    const ofThread = sql`${commentNotices.commentId} in (select id from comments where thread_id = ${threadId})`;
    await db.delete(commentNotices).where(and(eq(commentNotices.accountId, accountId), ofThread));
  },
});
