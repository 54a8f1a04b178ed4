import { compose, type Message } from "./compose.ts";
import type { MailSite } from "./messages.ts";

/** For admins. It names no recipient, because it outlives that account and its emails. */
export const undeliveredMessage = ({ SITE_NAME, BASE_URL }: MailSite, mailId: string): Message =>
  compose({
    subject: `An email from ${SITE_NAME} could not be delivered`,
    before: [
      "Hello,",
      "An email could not be delivered in three days and will not be retried. Other emails were delivered in the meantime.",
      "The outbox shows its recipient, the reason, and all other failed emails. You get this alert at most once a day.",
    ],
    action: { label: "Open the email", url: `${BASE_URL}/admin/outbox/${encodeURIComponent(mailId)}` },
    why: `You got this email because you are an admin of ${SITE_NAME}.`,
    site: { name: SITE_NAME, url: BASE_URL },
  });
