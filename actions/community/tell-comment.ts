import type { Comment } from "#store/repos/community/comments.ts";
import type { Tx } from "#store/store.ts";
import { notify } from "../notifications/notify.ts";

export const TELL_COMMENT = "tell-comment";
export type TellComment = { commentId: string };

/** Queues notifications about a newly public comment. Call `wakeJobs` after the change. */
export const announceComment = async (tx: Tx, commentId: string, at: Date): Promise<void> =>
  void (await tx.jobs.add({
    id: `${TELL_COMMENT}:${commentId}:${at.getTime()}`,
    kind: TELL_COMMENT,
    payload: { commentId } satisfies TellComment,
    runAt: at,
    createdAt: at,
  }));

type Happened = { accountId: string; by: string; who: string | null; at: Date };

/** Unread comments are combined in one notification, which counts the others. */
async function othersOf(tx: Tx, { accountId, by, key }: { accountId: string; by: string; key: string }) {
  const known = await tx.notifications.findByKey(accountId, key);
  if (!known || known.readAt !== null) return 0;
  return Number(known.words.others ?? 0) + (known.by === by ? 0 : 1);
}

/** Notifies makers of a new thread, and participants of a reply. */
export async function tellOfComment(
  tx: Tx,
  { id, threadId }: Pick<Comment, "id" | "threadId">,
  listing: { id: number; slug: string; name: string },
  { accountId, by, who, at }: Happened,
): Promise<void> {
  const kind = threadId === null ? "comment" : "reply";
  const key = threadId === null ? `comments:${listing.id}` : `thread:${threadId}`;
  const others = await othersOf(tx, { accountId, by, key });
  const path = commentPath(listing.slug, { id, threadId });
  await notify(tx, { accountId, kind, key, words: { who, others, product: listing.name }, path, at, by });
}

export async function tellOfReaction(
  tx: Tx,
  comment: Pick<Comment, "id" | "threadId">,
  listing: { slug: string; name: string },
  { accountId, by, who, at }: Happened,
): Promise<void> {
  const key = `reactions:${comment.id}`;
  const others = await othersOf(tx, { accountId, by, key });
  const path = commentPath(listing.slug, comment);
  await notify(tx, { accountId, kind: "reaction", key, words: { who, others, product: listing.name }, path, at, by });
}

/** The anchor of a comment in its thread. Replies beyond the first page link to their own. */
export const commentPath = (slug: string, { id, threadId }: Pick<Comment, "id" | "threadId">): string =>
  threadId === null ? `/listings/${slug}/comments/${id}` : `/listings/${slug}/comments/${id}#c-${id}`;
