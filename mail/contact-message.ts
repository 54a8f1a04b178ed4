import { t } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import type { MailSite } from "./messages.ts";

/** A visitor's message to the team. Replies go to the visitor. */
export const contactMessage = (
  site: MailSite,
  { name, email, text }: { name: string; email: string; text: string },
): Message => ({
  ...compose(site, {
    subject: t`${oneLine(name) || email} wrote to ${site.SITE_NAME}`,
    before: [text],
    after: [t`From ${oneLine(name)} <${email}>. Reply to this email to answer. The address is not verified.`],
    why: t`You got this email because you receive the messages of visitors to ${site.SITE_NAME}.`,
  }),
  replyTo: email,
});
