import { commentPath } from "#actions/community/tell-comment.ts";
import type { Deps } from "#actions/context.ts";
import { mailTimeOf } from "#actions/notifications/notify.ts";
import { given } from "#domain/text/given.ts";
import { commentsMessage, type ThreadNews } from "#mail/community-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeKey, unsubscribeLink } from "#mail/unsubscribe.ts";
import type { CommentNews } from "#store/repos/community/comment-notices.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

const MINUTE_MS = 60_000;
const GATHER_MS = 10 * MINUTE_MS;
const EVERY_MS = 60 * MINUTE_MS;
const BATCH = 100;
const [THREADS, IN_WORDS] = [10, 3];

/**
 * Emails people the news of their threads, at most once an hour. The email and its record commit
 * together, so the job may run twice.
 */
export const mailComments: JobKind = {
  retryDelaysMs: [MINUTE_MS],
  everyMs: MINUTE_MS,
  async run(_payload, deps, signal) {
    const { store, now, wakeJobs } = deps;
    const at = now().getTime();
    const times = { waitingSince: new Date(at - GATHER_MS), mailedSince: new Date(at - EVERY_MS) };
    for (let after = ""; ; ) {
      const due = await store.commentNotices.dueForMail(times, { after, limit: BATCH });
      for (const accountId of due) {
        signal.throwIfAborted();
        await mail(accountId, deps);
      }
      if (due.length > 0) wakeJobs();
      if (due.length < BATCH) break;
      after = due.at(-1) ?? after;
    }
  },
};

async function mail(accountId: string, deps: Deps): Promise<void> {
  const { store, settings, now, random } = deps;
  await store.change(async (tx) => {
    const account = await tx.accounts.find(accountId);
    const news = await wantedNews(tx, accountId, now());
    if (news === "later") return;
    if (news.length === 0 || account?.status !== "active" || !account.emailVerifiedAt)
      return tx.commentNotices.drop(accountId);
    await tx.commentNotices.mailed(accountId, now());
    const key = await unsubscribeKey(tx, { random });
    const linkTo = (threadId: string) => unsubscribeLink(settings, key, { threadId, accountId });
    const message = commentsMessage(settings, {
      name: account.name,
      threads: threadsOf(news, linkTo),
      unsubscribeUrl: unsubscribeLink(settings, key, { newsTo: accountId, kinds: ["comment", "reply"] }),
    });
    await queueMail(tx, deps, message, account.email);
  });
}

async function wantedNews(tx: Tx, accountId: string, at: Date): Promise<CommentNews[] | "later"> {
  const times = {
    comment: await mailTimeOf(tx, accountId, "comment", at),
    reply: await mailTimeOf(tx, accountId, "reply", at),
  };
  const wanted = (await tx.commentNotices.newsFor(accountId)).filter(
    ({ comment }) => times[comment.threadId === null ? "comment" : "reply"] !== undefined,
  );
  const first = times.comment ?? times.reply;
  return wanted.length > 0 && first !== undefined && first > at ? "later" : wanted;
}

/** Replies by thread; new threads of a listing together, because makers cannot mute them. */
function threadsOf(news: readonly CommentNews[], muteUrlOf: (threadId: string) => string): ThreadNews[] {
  const groups = [...Map.groupBy(news, ({ comment, listing }) => comment.threadId ?? `listing ${listing.id}`).values()];
  return groups.slice(0, THREADS).map((group) => {
    const { comment, listing } = given(group[0]);
    return {
      product: listing.name,
      path: comment.threadId === null ? `/listings/${listing.slug}#comments` : commentPath(listing.slug, comment),
      muteUrl: comment.threadId === null ? null : muteUrlOf(comment.threadId),
      comments: group.slice(0, IN_WORDS).map(({ author, comment: { body: text } }) => ({ author, text })),
      more: Math.max(0, group.length - IN_WORDS),
    };
  });
}
