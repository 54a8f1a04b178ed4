import type { Deps } from "../actions/context.ts";
import { MailRefused } from "../mail/mailer.ts";
import type { SendMailPayload } from "../mail/queue-mail.ts";

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
