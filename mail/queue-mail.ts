import type { Tx } from "../store/store.ts";
import type { Message } from "./compose.ts";

/** Updates go to many followers, so they have their own queue and never delay a sign-in link. */
export const [SEND_MAIL, SEND_NEWS] = ["send-mail", "send-news"];
export type SendMailPayload = { mailId: string };

/**
 * Adds an email and the job that sends it, at once or at `sendAt`. Call `deps.wakeJobs()` after the
 * change.
 */
export async function queueMail(
  tx: Tx,
  { now, uuid }: { now: () => Date; uuid: () => string },
  message: Message,
  to: string,
  sendAt?: Date,
): Promise<string> {
  const id = uuid();
  const createdAt = now();
  const kind = message.unsubscribeUrl ? SEND_NEWS : SEND_MAIL;
  await tx.mails.add({ id, recipient: to, ...message, createdAt });
  await tx.jobs.add({
    id: `${kind}:${id}`,
    kind,
    payload: { mailId: id } satisfies SendMailPayload,
    runAt: sendAt ?? createdAt,
    createdAt,
  });
  return id;
}
