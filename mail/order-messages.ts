import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, orAnswer, siteOf } from "./messages.ts";

type DocumentLink = { title: string; url: string };
export type OrderNews = {
  name: string | null;
  number: string;
  lines: readonly string[];
  total: string;
  document?: DocumentLink | undefined;
};

export const hasOrdered = ({ SITE_NAME }: MailSite): string =>
  `You got this email because you placed an order on ${SITE_NAME}.`;
export const listed = (lines: readonly string[]): string => lines.map((line) => `- ${oneLine(line)}`).join("\n");
/** To the document if there is one, else to the order. */
export const next = ({ BASE_URL }: MailSite, { number, document }: Pick<OrderNews, "number" | "document">) =>
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

type TransferNews = Pick<OrderNews, "name" | "number" | "total"> & {
  transfer: readonly (readonly [label: string, value: string])[];
  until: string;
  checkout: string;
  proForma: string;
};

const figuresOf = (facts: TransferNews["transfer"]) => facts.map(([label, value]) => ({ label, value }));

export const transferAwaitedMessage = (
  site: MailSite,
  { name, number, total, transfer, until, checkout, proForma }: TransferNews,
): Message =>
  compose({
    subject: `How to pay your order ${number}`,
    before: [
      greeting(name),
      `Please send ${total} by bank transfer. We hold your order and its places in the calendar until ${until}.`,
    ],
    figures: figuresOf(transfer),
    action: { label: "Open the order", url: checkout },
    after: [
      `Pro-forma invoice, for your accounting: ${proForma}`,
      "Use exactly this reference. If you send too little, we wait for the rest. " +
        "If you send too much, we return the difference. Once the money arrives, we email you the invoice.",
    ],
    why: hasOrdered(site),
    site: siteOf(site),
  });

/** The money has not arrived, and the time for it is nearly over. */
export const transferReminderMessage = (
  site: MailSite,
  { name, number, total, transfer, until, checkout, proForma }: TransferNews,
): Message =>
  compose({
    subject: `Your order ${number} must be paid by ${until}`,
    before: [
      greeting(name),
      `We have not received ${total} for order ${number} yet. If you have sent it, you do not need to do anything.`,
      `If not, send it so that it arrives by ${until}. After that, its places in the calendar go to others.`,
    ],
    figures: figuresOf(transfer),
    action: { label: "Open the order", url: checkout },
    after: [`Pro-forma invoice, for your accounting: ${proForma}`],
    why: hasOrdered(site),
    site: siteOf(site),
  });

export const orderDiffersMessage = (
  site: MailSite,
  { name, number, lines, news, missing }: OrderNews & { news: string; missing: TransferNews["transfer"] },
): Message =>
  compose({
    subject: `The payment for your order ${number} differs from its price`,
    before: [greeting(name), news, listed(lines)],
    ...(missing.length > 0 && { figures: figuresOf(missing) }),
    action: next(site, { number }),
    after: [orAnswer(site, "If you have a question, or want your money back,")],
    why: hasOrdered(site),
    site: siteOf(site),
  });

export const orderRefundFailedMessage = (
  site: MailSite,
  { name, number, lines, total, document }: OrderNews,
): Message =>
  compose({
    subject: `The refund of your order ${number} failed`,
    before: [
      greeting(name),
      `We refunded ${total} for order ${number}, but the money was returned to us. Your purchase is active again:`,
      listed(lines),
      `The site team knows about it and will send the money another way. ${orAnswer(site, "If you have a question,")}`,
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

export const orderDocumentMessage = (
  site: MailSite,
  { number, document }: { number: string; document: DocumentLink },
): Message =>
  compose({
    subject: `${document.title} for order ${number}`,
    before: [
      "Hello,",
      `${document.title} for order ${number} is ready, as a page and as a PDF. Anyone with the link can read it.`,
    ],
    action: next(site, { number, document }),
    why: hasOrdered(site),
    site: siteOf(site),
  });

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

type Decided = Omit<OrderNews, "total"> & { reason: string };

/** Paid but not deliverable. With `hasChoice`, its page offers other weeks or a refund. */
export const orderHeldMessage = (
  site: MailSite,
  { name, number, lines, total, reason, document, hasChoice }: OrderNews & { reason: string; hasChoice: boolean },
): Message =>
  compose({
    subject: hasChoice ? `Your order ${number} needs a decision` : `Your order ${number} is on hold`,
    before: [
      greeting(name),
      `We received ${total} for order ${number}, but could not deliver it: ${reason}`,
      listed(lines),
      hasChoice
        ? "On your order page, choose another week that has a place, or get your money back. No approval is needed."
        : "You do not need to do anything. The site team knows about it and will email you.",
    ],
    action: hasChoice
      ? { label: "Choose a week or a refund", url: next(site, { number }).url }
      : next(site, { number, document }),
    after: [orAnswer(site, "If you have a question,")],
    why: hasOrdered(site),
    site: siteOf(site),
  });

/** The buyer asked for the money back. Sent also because someone else may have used their browser. */
export const moneyBackMessage = (
  site: MailSite,
  { name, number, total, account }: Pick<OrderNews, "name" | "number" | "total"> & { account: string | null },
): Message =>
  compose({
    subject: `Your refund for order ${number} is on its way`,
    before: [
      greeting(name),
      account === null
        ? `You asked for a refund of ${total} for order ${number}. It goes back the way you paid, which takes a few days.`
        : `You asked for a refund of ${total} for order ${number}. We will send it to the account ${account} within a few days.`,
      "We will email you when it is done.",
    ],
    action: next(site, { number }),
    after: [orAnswer(site, "If you did not ask for this,")],
    why: hasOrdered(site),
    site: siteOf(site),
  });

export const orderMovedMessage = (site: MailSite, { name, number, lines, reason }: Decided): Message =>
  compose({
    subject: `Your order ${number} moved to another week`,
    before: [
      greeting(name),
      `We changed the week of order ${number}. It is now:`,
      listed(lines),
      `The reason: ${oneLine(reason)}`,
    ],
    action: next(site, { number }),
    after: [orAnswer(site, "If the new week does not suit you,")],
    why: hasOrdered(site),
    site: siteOf(site),
  });

export const orderCanceledMessage = (site: MailSite, { name, number, lines, reason }: Decided): Message =>
  compose({
    subject: `Your order ${number} is canceled`,
    before: [
      greeting(name),
      `We canceled order ${number}. Nothing was charged:`,
      listed(lines),
      `The reason: ${oneLine(reason)}`,
    ],
    action: next(site, { number }),
    after: [orAnswer(site, "If you think this is a mistake,")],
    why: hasOrdered(site),
    site: siteOf(site),
  });

/** An order that cost nothing is complete. `isGiven` if the site team gave it. */
export const orderFreeMessage = (
  site: MailSite,
  { name, number, lines, document, isGiven }: Omit<OrderNews, "total"> & { isGiven: boolean },
): Message =>
  compose({
    subject: isGiven ? `A gift from ${site.SITE_NAME}` : `Your order ${number} is complete`,
    before: [
      greeting(name),
      isGiven
        ? `The ${site.SITE_NAME} team gave you this for free, as order ${number}:`
        : `Order ${number} is complete, and nothing was charged:`,
      listed(lines),
      "It takes effect within minutes.",
    ],
    action: next(site, { number, document }),
    why: hasOrdered(site),
    site: siteOf(site),
  });
