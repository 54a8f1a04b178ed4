import type { Tx } from "../store/store.ts";
import type { Message } from "./compose.ts";

/** News goes to many at once, so it waits in a line of its own: nobody's sign-in link comes after it. */
export const [SEND_MAIL, SEND_NEWS] = ["send-mail", "send-news"];
export type SendMailPayload = { mailId: string };

/**
 * Adds a mail and the job that sends it to the caller's own change: no mail for what was rolled back, none lost in a crash.
 * Call `deps.wakeJobs()` once the change is done. Gives the mail's id.
 */
export async function queueMail(
  tx: Tx,
  { now, uuid }: { now: () => Date; uuid: () => string },
  message: Message,
  to: string,
): Promise<string> {
  const id = uuid();
  const createdAt = now();
  const kind = message.unsubscribeUrl ? SEND_NEWS : SEND_MAIL;
  await tx.mails.add({ id, recipient: to, ...message, createdAt });
  await tx.jobs.add({
    id: `${kind}:${id}`,
    kind,
    payload: { mailId: id } satisfies SendMailPayload,
    runAt: createdAt,
    createdAt,
  });
  return id;
}

/** For how long a mail that was sent can be read in the outbox. What it says is about a person, and its address is theirs. */
export const SENT_MAILS_KEPT_DAYS = 90;
