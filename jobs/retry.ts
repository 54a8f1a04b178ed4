import { membersOf } from "#domain/text/record.ts";
import { SEND_MAIL, SEND_NEWS } from "#mail/queue-mail.ts";
import type { Tx } from "#store/store.ts";

/**
 * Runs failed or waiting jobs now, with all retries restored. Returns their number. Failed emails
 * are queued again.
 */
export async function retryJobs(tx: Tx, now: Date, id?: string): Promise<number> {
  const retried = await tx.jobs.again(now, id);
  for (const { kind, payload } of retried)
    if (kind === SEND_MAIL || kind === SEND_NEWS)
      await tx.mails.setState(String(membersOf(payload).mailId), "queued", now);
  return retried.length;
}
