import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { findComment } from "./found-comment.ts";

/** Mutes a thread on the site and by email. Waiting emails are not sent. */
export async function muteThread(
  tx: Tx,
  { accountId, threadId }: { accountId: string; threadId: string },
  at: Date,
): Promise<void> {
  if (!(await tx.comments.byId(threadId))) return;
  await tx.comments.mute(accountId, threadId, at);
  await tx.commentNotices.dropOfThread(accountId, threadId);
}

export const setMuted = (
  { accountId, slug, id, isWanted }: { accountId: string; slug: string; id: string; isWanted: boolean },
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<boolean> =>
  store.change(async (tx) => {
    const found = await findComment(slug, id, tx);
    if (!found) return false;
    const thread = { accountId, threadId: found.comment.threadId ?? id };
    if (isWanted) await muteThread(tx, thread, now());
    else await tx.comments.unmute(thread.accountId, thread.threadId);
    return true;
  });
