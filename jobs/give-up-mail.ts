import type { Deps } from "../actions/context.ts";
import { compose, type Message } from "../mail/compose.ts";
import { queueMail, type SendMailPayload } from "../mail/queue-mail.ts";

/** Ids of mails to the site team about mails begin like this. Nobody is told when one of these is given up. */
const NOTICE = "undelivered-";

/**
 * After the last try: the outbox and the log say what stood in the way. The site team gets a mail about it, one a day at
 * most, unless no mail at all got through since: then the mail server is what has to be cured, and a mail would not arrive.
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
  log.error({ mailId, reason }, "a mail could not be delivered and is given up");
  wakeJobs();
}

/** Without the address that it went to: this mail stays when the person has left and everything to that address is erased. */
function undeliveredMessage({ SITE_NAME, BASE_URL }: Deps["settings"], mailId: string): Message {
  return compose({
    subject: `An email from ${SITE_NAME} could not be delivered`,
    before: [
      "Hello,",
      "An email was tried for three days, could not be delivered, and is not tried again. Other emails arrived meanwhile.",
      "The outbox shows whom it was for and what stood in the way, and all others that failed. You hear of this once a day at most.",
    ],
    action: { label: "Open the email", url: `${BASE_URL}/admin/outbox/${encodeURIComponent(mailId)}` },
    why: `You get this email because you run ${SITE_NAME}.`,
    site: { name: SITE_NAME, url: BASE_URL },
  });
}
