import type { Reaction } from "#domain/community/comment.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { isOfTeam } from "../listings/listing-page.ts";
import { findComment } from "./found-comment.ts";
import { tellOfReaction } from "./tell-comment.ts";

type Place = { accountId: string; slug: string; id: string; isWanted: boolean };
type Needs = Pick<Deps, "store" | "now">;

/**
 * Adds or removes a reaction to a published comment. Idempotent. Needs a confirmed email address.
 */
export async function setReaction(
  { accountId, slug, id, kind, isWanted }: Place & { kind: Reaction },
  { store, now, wakeJobs }: Needs & Pick<Deps, "wakeJobs">,
): Promise<"done" | "verify-first" | "gone"> {
  const outcome = await store.change(async (tx) => {
    const account = await tx.accounts.find(accountId);
    if (!account?.emailVerifiedAt) return "verify-first";
    const found = await findComment(slug, id, tx);
    if (found?.comment.status !== "published") return "gone";
    if (!isWanted) {
      await tx.comments.unreact(id, accountId, kind);
      return "done";
    }
    const at = now();
    const isNew = await tx.comments.react(id, accountId, kind, at);
    const { comment, listing } = found;
    const news = { by: accountId, who: account.name, at };
    if (isNew && comment.accountId !== null)
      await tellOfReaction(tx, comment, listing, { accountId: comment.accountId, ...news });
    return "done";
  });
  wakeJobs();
  return outcome;
}

export const setPinned = ({ accountId, slug, id, isWanted }: Place, { store, now }: Needs): Promise<boolean> =>
  store.change(async (tx) => {
    const found = await findComment(slug, id, tx);
    if (!found || found.comment.threadId !== null || found.comment.status !== "published") return false;
    if (!(await isOfTeam(found.listing.id, accountId, tx))) return false;
    await tx.comments.pin(found.comment, isWanted ? now() : null);
    return true;
  });

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
