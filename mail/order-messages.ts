import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, siteOf } from "./messages.ts";

/** A document of the order, by its title and address. */
type DocumentLink = { title: string; url: string };
type OrderNews = {
  name: string | null;
  number: string;
  lines: readonly string[];
  total: string;
  document?: DocumentLink | undefined;
};

const hasOrdered = ({ SITE_NAME }: MailSite): string => `You got this email because you ordered at ${SITE_NAME}.`;
const listed = (lines: readonly string[]): string => lines.map((line) => `- ${oneLine(line)}`).join("\n");
/** To the document if there is one, else to the order. */
const next = ({ BASE_URL }: MailSite, { number, document }: Pick<OrderNews, "number" | "document">) =>
  document
    ? { label: `Open ${document.title}`, url: document.url }
    : { label: "See the order", url: `${BASE_URL}/account/orders/${number}` };

export const orderPaidMessage = (site: MailSite, { name, number, lines, total, document }: OrderNews): Message =>
  compose({
    subject: `Your order ${number} is paid`,
    before: [
      greeting(name),
      `Thank you. We received ${total} for order ${number}:`,
      listed(lines),
      "It takes effect within minutes.",
    ],
    action: next(site, { number, document }),
    why: hasOrdered(site),
    site: siteOf(site),
  });

/** The order is paid but cannot be delivered. */
export const orderHeldMessage = (
  site: MailSite,
  { name, number, lines, total, reason, document }: OrderNews & { reason: string },
): Message =>
  compose({
    subject: `Your order ${number} needs a decision`,
    before: [
      greeting(name),
      `We received ${total} for order ${number}, but could not deliver it: ${reason}`,
      listed(lines),
      "The site team knows about it and will offer you another week or a refund. You can also reply to this email.",
    ],
    action: next(site, { number, document }),
    why: hasOrdered(site),
    site: siteOf(site),
  });

export const orderRefundedMessage = (site: MailSite, { name, number, lines, total, document }: OrderNews): Message =>
  compose({
    subject: `Your order ${number} was refunded`,
    before: [greeting(name), `We refunded ${total} for order ${number}. The purchase has ended:`, listed(lines)],
    action: next(site, { number, document }),
    why: hasOrdered(site),
    site: siteOf(site),
  });

/** An invoice or credit note, for the buyer's accounting. */
export const orderDocumentMessage = (
  site: MailSite,
  { number, document }: { number: string; document: DocumentLink },
): Message =>
  compose({
    subject: `${document.title} for order ${number}`,
    before: [
      "Hello,",
      `${document.title} for order ${number} is ready, as a page and as a PDF. Anybody with the link can read it.`,
    ],
    action: next(site, { number, document }),
    why: hasOrdered(site),
    site: siteOf(site),
  });

/** For admins: a payment that needs a decision. */
export const orderAlarmMessage = (
  site: MailSite,
  { subject, facts }: { subject: string; facts: readonly string[] },
): Message =>
  compose({
    subject,
    before: ["A payment needs your attention:", facts.map(oneLine).join("\n")],
    action: { label: "Go to the site", url: site.BASE_URL },
    why: `You got this email because you are an admin of ${site.SITE_NAME}.`,
    site: siteOf(site),
  });
