import type { Tx } from "../store/store.ts";
import type { Message } from "./compose.ts";

/** Updates go to many followers at once, so they have their own queue: no sign-in link waits behind them. */
export const [SEND_MAIL, SEND_NEWS] = ["send-mail", "send-news"];
export type SendMailPayload = { mailId: string };

/**
 * Adds an email and the job that sends it to the caller's change: a rollback sends nothing, and a crash loses nothing.
 * It is sent at once, or from `runAt` on. Call `deps.wakeJobs()` after the change. Returns the email's id.
 */
export async function queueMail(
  tx: Tx,
  { now, uuid }: { now: () => Date; uuid: () => string },
  message: Message,
  to: string,
  runAt = now(),
): Promise<string> {
  const id = uuid();
  const createdAt = now();
  const kind = message.unsubscribeUrl ? SEND_NEWS : SEND_MAIL;
  await tx.mails.add({ id, recipient: to, ...message, createdAt });
  await tx.jobs.add({
    id: `${kind}:${id}`,
    kind,
    payload: { mailId: id } satisfies SendMailPayload,
    runAt,
    createdAt,
  });
  return id;
}
