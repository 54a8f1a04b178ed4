import { type TellComment, tellOfComment } from "#actions/community/tell-comment.ts";
import type { JobKind } from "./runner.ts";

const BATCH = 100;
/** Sorts after every account id: all were notified. */
const EVERYBODY = "~";

/** Notifies participants of a comment. Progress is stored with each batch, so nobody is notified twice. */
export const tellComment: JobKind = {
  retryDelaysMs: [60_000, 600_000, 3600_000],
  async run({ commentId }: TellComment, { store, now, wakeJobs }, signal) {
    let told: number;
    do {
      signal.throwIfAborted();
      told = await store.change(async (tx) => {
        const found = await tx.comments.byId(commentId);
        if (found?.comment.status !== "published" || found.comment.accountId === null) return 0;
        const { comment, author, listing } = found;
        const recipients = await tx.commentNotices.recipients(comment, BATCH);
        const happened = { by: found.comment.accountId, who: author, at: now() };
        for (const { accountId, wantsMail } of recipients) {
          await tellOfComment(tx, comment, listing, { ...happened, accountId });
          if (wantsMail) await tx.commentNotices.remember(accountId, commentId, happened.at);
        }
        await tx.comments.toldTo(commentId, recipients[BATCH - 1]?.accountId ?? EVERYBODY);
        return recipients.length;
      });
      if (told > 0) wakeJobs();
    } while (told === BATCH);
  },
};
