import { SEND_MAIL, SEND_NEWS, type SendMailPayload } from "../mail/queue-mail.ts";
import type { Tx } from "../store/store.ts";

/** Lets one job that failed or waits, or every one that failed, run now with all its tries. A mail that was given up waits again. Gives how many there were. */
export async function retryJobs(tx: Tx, now: Date, id?: string): Promise<number> {
  const retried = await tx.jobs.again(now, id);
  for (const { kind, payload } of retried)
    if (kind === SEND_MAIL || kind === SEND_NEWS)
      await tx.mails.setState((payload as SendMailPayload).mailId, "queued", now);
  return retried.length;
}
