import type { Deps } from "../actions/context.ts";
import { compose, type Message } from "../mail/compose.ts";
import { queueMail, type SendMailPayload } from "../mail/queue-mail.ts";

/** Prefix of ids of alert emails to admins. Nobody is alerted if one of these is given up. */
const NOTICE = "undelivered-";

/**
 * After the last try, the outbox and the log say why. Admins get an email about it, one a day at
 * most, unless no email was sent since: then the mail server is at fault, and an alert would not arrive.
 */
export async function giveUpMail(
  { mailId }: SendMailPayload,
  { store, now, settings, log, wakeJobs }: Pick<Deps, "store" | "now" | "settings" | "log" | "wakeJobs">,
  reason: string,
): Promise<void> {
  const at = now();
  await store.change(async (tx) => {
    const mail = await tx.mails.find(mailId);
    if (mail?.state !== "queued") return;
    await tx.mails.setState(mailId, "failed", at, `Not delivered, and not tried again. ${reason}`);
    if (mailId.startsWith(NOTICE) || !(await tx.mails.wasAnySentSince(mail.createdAt))) return;
    for (const { id, email } of await tx.accounts.admins()) {
      const notice = `${NOTICE}${at.toISOString().slice(0, 10)}-${id}`;
      if (await tx.mails.find(notice)) continue;
      const message = undeliveredMessage(settings, mailId);
      await queueMail(tx, { now, uuid: () => notice }, message, email);
    }
  });
  log.error({ mailId, reason }, "email given up after the last try");
  wakeJobs();
}

/** Without the recipient's address: this email stays when that account and its emails are erased. */
function undeliveredMessage({ SITE_NAME, BASE_URL }: Deps["settings"], mailId: string): Message {
  return compose({
    subject: `An email from ${SITE_NAME} could not be delivered`,
    before: [
      "Hello,",
      "An email could not be delivered in three days and will not be retried. Other emails arrived meanwhile.",
      "The outbox shows its recipient, the reason, and all other failed emails. You get this alert at most once a day.",
    ],
    action: { label: "Open the email", url: `${BASE_URL}/admin/outbox/${encodeURIComponent(mailId)}` },
    why: `You got this email because you are an admin of ${SITE_NAME}.`,
    site: { name: SITE_NAME, url: BASE_URL },
  });
}
