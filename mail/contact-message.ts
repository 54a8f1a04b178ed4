import { compose, type Message, oneLine } from "./compose.ts";
import { type MailSite, siteOf } from "./messages.ts";

/** A visitor's words to the team. An answer goes to the visitor. */
export const contactMessage = (
  site: MailSite,
  { name, email, text }: { name: string; email: string; text: string },
): Message => ({
  ...compose({
    subject: `${oneLine(name) || email} wrote to ${site.SITE_NAME}`,
    before: [text],
    after: [`From ${oneLine(name)} <${email}>. Answer this email to write back. Nobody has checked the address.`],
    why: `You got this email because you read what visitors write to ${site.SITE_NAME}.`,
    site: siteOf(site),
  }),
  replyTo: email,
});
