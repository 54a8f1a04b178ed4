import type { Deps } from "#actions/context.ts";
import { messageOf } from "#domain/text/failure.ts";
import { momentWords } from "#domain/time/date-words.ts";
import { MailRefused } from "#mail/mailer.ts";
import type { SendMailPayload } from "#mail/queue-mail.ts";

/** Recorded for an email that counts as sent although the response was lost. */
export const UNANSWERED =
  "The process ended before the mail server answered. It had the whole email, so it is not sent again.";

/**
 * Sends an email. Throws if a retry may work; permanently refused or stale emails are given up.
 * Bulk news is marked before its last bytes and not repeated if the process dies.
 */
export async function sendMailJob(
  { mailId }: SendMailPayload,
  { store, sendMail, handedMails, now, log }: Pick<Deps, "store" | "sendMail" | "handedMails" | "now" | "log">,
): Promise<void> {
  const mail = await store.mails.find(mailId);
  if (mail?.state !== "queued") return;
  const { id, recipient, subject, text, html, unsubscribeUrl, replyTo, expiresAt } = mail;
  const isNews = unsubscribeUrl !== null;
  if (isNews && handedMails.has(id)) {
    await store.change((tx) => tx.mails.setState(id, "sent", now(), UNANSWERED));
    return log.warn({ mailId }, "email not sent again, its response was lost");
  }
  if (expiresAt && expiresAt <= now()) {
    const reason = `Not sent: its link expired at ${momentWords(expiresAt)}. ${mail.lastError ?? ""}`.trim();
    await store.change((tx) => tx.mails.setState(id, "failed", now(), reason));
    return log.warn({ mailId, reason }, "email given up, its link has expired");
  }
  const beforeEnd = isNews ? () => handedMails.add(id) : undefined;
  let outcome: "sent" | "kept";
  try {
    outcome = await sendMail({ id, to: recipient, subject, text, html, unsubscribeUrl, replyTo, beforeEnd });
  } catch (error) {
    if (isNews) handedMails.remove(id);
    const reason = messageOf(error);
    const state = error instanceof MailRefused ? "failed" : "queued";
    await store.change((tx) => tx.mails.setState(id, state, now(), reason));
    if (state === "queued") throw error;
    return log.warn({ mailId, reason }, "email permanently refused");
  }
  await store.change((tx) => tx.mails.setState(id, outcome, now()));
}
