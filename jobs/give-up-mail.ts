import type { Deps } from "#actions/context.ts";
import { queueMail, type SendMailPayload } from "#mail/queue-mail.ts";
import { undeliveredMessage } from "#mail/team-messages.ts";

/** Prefix of ids of alert emails, which cause no alerts themselves. */
const NOTICE = "undelivered-";

/**
 * Records a failed email in outbox and log. Admins are alerted at most once a day, unless no email
 * was sent since: then the mail server is at fault.
 */
export async function giveUpMail(
  { mailId }: SendMailPayload,
  {
    store,
    now,
    settings,
    log,
    wakeJobs,
    languages,
  }: Pick<Deps, "store" | "now" | "settings" | "log" | "wakeJobs" | "languages">,
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
      await queueMail(tx, { now, uuid: () => notice, languages }, message, email);
    }
  });
  log.error({ mailId, reason }, "email given up after the last attempt");
  wakeJobs();
}
