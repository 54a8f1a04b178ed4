import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, siteOf } from "./messages.ts";

/** To admins: a buyer asks for a correction of an invoice. */
export const correctionAskedMessage = (
  site: MailSite,
  { number, invoice, details, note }: { number: string; invoice: string; details: string; note: string },
): Message =>
  compose({
    subject: `Correction requested for invoice ${invoice}`,
    before: [
      `The buyer of order ${number} asks you to correct invoice ${invoice}. It should be made out to:`,
      details.split("\n").map(oneLine).join("\n"),
      ...(note ? [`Their note: ${oneLine(note)}`] : []),
    ],
    action: { label: "Open the order", url: `${site.BASE_URL}/admin/orders/${number}` },
    why: `You got this email because you are an admin of ${site.SITE_NAME}.`,
    site: siteOf(site),
  });

/** To the buyer: the invoice stays as it is. */
export const correctionDeclinedMessage = (
  site: MailSite,
  { name, number, invoice, answer }: { name: string | null; number: string; invoice: string; answer: string },
): Message =>
  compose({
    subject: `Invoice ${invoice} was not corrected`,
    before: [greeting(name), `You asked us to correct invoice ${invoice}. We did not change it: ${oneLine(answer)}`],
    action: { label: "See the order", url: `${site.BASE_URL}/account/orders/${number}` },
    why: `You got this email because you placed an order on ${site.SITE_NAME}.`,
    site: siteOf(site),
  });
