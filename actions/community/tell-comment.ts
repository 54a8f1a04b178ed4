import type { Comment } from "../../store/repos/community/comments.ts";
import type { Tx } from "../../store/store.ts";
import { notify } from "../notifications/notify.ts";

export const TELL_COMMENT = "tell-comment";
export type TellComment = { commentId: string };

/** Adds the job that tells people of a comment which everybody can read now. Call `wakeJobs` after the change. */
export const announceComment = async (tx: Tx, commentId: string, at: Date): Promise<void> =>
  void (await tx.jobs.add({
    id: `${TELL_COMMENT}:${commentId}:${at.getTime()}`,
    kind: TELL_COMMENT,
    payload: { commentId } satisfies TellComment,
    runAt: at,
    createdAt: at,
  }));

type Happened = { accountId: string; by: string; who: string | null; at: Date };

/** How many others a notification speaks of besides the newest: what nobody has read yet is said together. */
async function othersOf(tx: Tx, { accountId, by, key }: { accountId: string; by: string; key: string }) {
  const known = await tx.notifications.findByKey(accountId, key);
  if (!known || known.readAt !== null) return 0;
  return Number(known.words.others ?? 0) + (known.by === by ? 0 : 1);
}

/** On the site, and wherever else the person wants it: of a first comment to its makers, of a reply to its thread. */
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

/** Of a reaction to whoever wrote the comment. */
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

/** Where a comment is in its thread. A reply that is not on the first page is led to its own. */
export const commentPath = (slug: string, { id, threadId }: Pick<Comment, "id" | "threadId">): string =>
  threadId === null ? `/listings/${slug}/comments/${id}` : `/listings/${slug}/comments/${id}#c-${id}`;
