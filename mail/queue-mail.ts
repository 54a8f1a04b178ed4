import type { Deps } from "../context.ts";
import type { Tx } from "../store/store.ts";
import type { Message } from "./compose.ts";
import { MailRefused } from "./mailer.ts";

/** News goes to many at once, so it waits in a line of its own: nobody's sign-in link comes after it. */
export const [SEND_MAIL, SEND_NEWS] = ["send-mail", "send-news"];
export type SendMailPayload = { mailId: string };

/**
 * Adds a mail and the job that sends it to the caller's own change: no mail for what was rolled back, none lost in a crash.
 * Call `deps.wakeJobs()` once the change is done. Gives the mail's id.
 */
export async function queueMail(
  tx: Tx,
  { now, uuid }: Pick<Deps, "now" | "uuid">,
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

/** Sends one queued mail. Throws when it may work later; a mail that was refused for good, or has no use by now, is over. */
export async function sendMailJob(
  { mailId }: SendMailPayload,
  { store, sendMail, now, log }: Pick<Deps, "store" | "sendMail" | "now" | "log">,
): Promise<void> {
  const mail = await store.mails.find(mailId);
  if (mail?.state !== "queued") return;
  const { id, recipient, subject, text, html, unsubscribeUrl, expiresAt } = mail;
  if (expiresAt && expiresAt <= now()) {
    const reason = `Not sent: its link ended at ${expiresAt.toISOString()}. ${mail.lastError ?? ""}`.trim();
    await store.change((tx) => tx.mails.setState(id, "failed", now(), reason));
    return log.warn({ mailId, reason }, "mail given up, its link has ended");
  }
  try {
    const state = await sendMail({ id, to: recipient, subject, text, html, unsubscribeUrl });
    await store.change((tx) => tx.mails.setState(id, state, now()));
  } catch (error) {
    const reason = (error as Error).message;
    const state = error instanceof MailRefused ? "failed" : "queued";
    await store.change((tx) => tx.mails.setState(id, state, now(), reason));
    if (state === "queued") throw error;
    log.warn({ mailId, reason }, "mail refused for good");
  }
}
