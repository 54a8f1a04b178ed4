import { joined, type Text, t, type Words } from "#languages/words.ts";
import { compose, inOneLine, type Message } from "./compose.ts";
import { greeting, ifMistake, ifNotAsked, ifQuestion, type MailSite, orAnswer } from "./messages.ts";

type DocumentLink = { title: Text; url: string };
export type OrderNews = {
  name: string | null;
  number: string;
  lines: readonly Text[];
  total: Text;
  document?: DocumentLink | undefined;
};

const hasOrdered = ({ SITE_NAME }: MailSite): Words =>
  t`You got this email because you placed an order on ${SITE_NAME}.`;
const itemized = (lines: readonly Text[]): Words =>
  joined(
    lines.map((line) => joined(["-", inOneLine(line)], " ")),
    "\n",
  );
/** To the document if there is one, else to the order. */
const next = ({ BASE_URL }: MailSite, { number, document }: Pick<OrderNews, "number" | "document">) =>
  document
    ? { label: t`Open ${document.title}`, url: document.url }
    : { label: t`View order`, url: `${BASE_URL}/account/orders/${number}` };

export const orderPaidMessage = (site: MailSite, { name, number, lines, total, document }: OrderNews): Message =>
  compose(site, {
    subject: t`Your order ${number} is paid`,
    before: [
      greeting(name),
      t`Thank you. We received ${total} for order ${number}:`,
      itemized(lines),
      t`It takes effect within minutes.`,
    ],
    action: next(site, { number, document }),
    why: hasOrdered(site),
  });

type TransferNews = Pick<OrderNews, "name" | "number" | "total"> & {
  transfer: readonly (readonly [label: Text, value: Text])[];
  until: Text;
  checkout: string;
  proForma: string;
};

const figuresOf = (facts: TransferNews["transfer"]) => facts.map(([label, value]) => ({ label, value }));

export const transferAwaitedMessage = (
  site: MailSite,
  { name, number, total, transfer, until, checkout, proForma }: TransferNews,
): Message =>
  compose(site, {
    subject: t`Bank details for order ${number}`,
    before: [
      greeting(name),
      t`Please send ${total} by bank transfer. We hold your order and its places in the calendar until ${until}.`,
    ],
    figures: figuresOf(transfer),
    action: { label: t`View order`, url: checkout },
    after: [
      t`Pro-forma invoice, for your accounting: ${proForma}`,
      t`Use exactly this reference. If you send too little, we wait for the rest. If you send too much, we return the difference. Once the money arrives, we email you the invoice.`,
    ],
    why: hasOrdered(site),
  });

/** The money has not arrived, and the time for it is nearly over. */
export const transferReminderMessage = (
  site: MailSite,
  { name, number, total, transfer, until, checkout, proForma }: TransferNews,
): Message =>
  compose(site, {
    subject: t`Pay for order ${number} by ${until}`,
    before: [
      greeting(name),
      t`We have not received ${total} for order ${number} yet. If you have sent it, you do not need to do anything.`,
      t`If not, send it so that it arrives by ${until}. After that, its places in the calendar go to others.`,
    ],
    figures: figuresOf(transfer),
    action: { label: t`View order`, url: checkout },
    after: [t`Pro-forma invoice, for your accounting: ${proForma}`],
    why: hasOrdered(site),
  });

export const orderDiffersMessage = (
  site: MailSite,
  { name, number, lines, news, missing }: OrderNews & { news: Text; missing: TransferNews["transfer"] },
): Message =>
  compose(site, {
    subject: t`About your payment for order ${number}`,
    before: [greeting(name), news, itemized(lines)],
    ...(missing.length > 0 && { figures: figuresOf(missing) }),
    action: next(site, { number }),
    after: [
      orAnswer(
        site,
        t`If you have a question, or want your money back, reply to this email.`,
        (address) => t`If you have a question, or want your money back, contact us: ${address}`,
      ),
    ],
    why: hasOrdered(site),
  });

export const orderRefundFailedMessage = (
  site: MailSite,
  { name, number, lines, total, document }: OrderNews,
): Message =>
  compose(site, {
    subject: t`The refund of your order ${number} failed`,
    before: [
      greeting(name),
      t`We refunded ${total} for order ${number}, but the money was returned to us. Your purchase is active again:`,
      itemized(lines),
      joined([t`We will send it to you another way.`, ifQuestion(site)], " "),
    ],
    action: next(site, { number, document }),
    why: hasOrdered(site),
  });

export const orderRefundedMessage = (site: MailSite, { name, number, lines, total, document }: OrderNews): Message =>
  compose(site, {
    subject: t`Your order ${number} was refunded`,
    before: [greeting(name), t`We refunded ${total} for order ${number}. The purchase has ended:`, itemized(lines)],
    action: next(site, { number, document }),
    why: hasOrdered(site),
  });

export const orderDocumentMessage = (
  site: MailSite,
  { number, document }: { number: string; document: DocumentLink },
): Message =>
  compose(site, {
    subject: t`${document.title} for order ${number}`,
    before: [
      greeting(null),
      t`${document.title} for order ${number} is ready, as a page and as a PDF. Anyone with the link can read it.`,
    ],
    action: next(site, { number, document }),
    why: hasOrdered(site),
  });

export const orderAlarmMessage = (
  site: MailSite,
  { subject, facts }: { subject: Text; facts: readonly Text[] },
): Message =>
  compose(site, {
    subject,
    before: [t`A payment needs your attention:`, joined(facts.map(inOneLine), "\n")],
    action: { label: t`Go to the site`, url: site.BASE_URL },
    why: t`You got this email because you are an admin of ${site.SITE_NAME}.`,
  });

type Decided = Omit<OrderNews, "total"> & { reason: Text };

/** Paid but not deliverable. With `hasChoice`, its page offers other weeks or a refund. */
export const orderHeldMessage = (
  site: MailSite,
  { name, number, lines, total, reason, document, hasChoice }: OrderNews & { reason: Text; hasChoice: boolean },
): Message =>
  compose(site, {
    subject: hasChoice ? t`Your order ${number} needs a decision` : t`Your order ${number} is on hold`,
    before: [
      greeting(name),
      t`We received ${total} for order ${number}, but could not deliver it: ${reason}`,
      itemized(lines),
      hasChoice
        ? t`On the order page, choose another week that has a place, or get your money back. You do not need our approval.`
        : t`You do not need to do anything. We will look into it and email you.`,
    ],
    action: hasChoice
      ? { label: t`Choose a week or a refund`, url: next(site, { number }).url }
      : next(site, { number, document }),
    after: [ifQuestion(site)],
    why: hasOrdered(site),
  });

/** The buyer asked for the money back. Sent also because someone else may have used their browser. */
export const moneyBackMessage = (
  site: MailSite,
  { name, number, total, account }: Pick<OrderNews, "name" | "number" | "total"> & { account: string | null },
): Message =>
  compose(site, {
    subject: t`Your refund for order ${number} is on its way`,
    before: [
      greeting(name),
      account === null
        ? t`You asked for a refund of ${total} for order ${number}. It goes back to your payment method within a few days.`
        : t`You asked for a refund of ${total} for order ${number}. We will send it to the account ${account} within a few days.`,
      t`We will email you when it is done.`,
    ],
    action: next(site, { number }),
    after: [ifNotAsked(site)],
    why: hasOrdered(site),
  });

export const orderMovedMessage = (site: MailSite, { name, number, lines, reason }: Decided): Message =>
  compose(site, {
    subject: t`Your order ${number} moved to another week`,
    before: [
      greeting(name),
      t`We changed the week of order ${number}. It is now:`,
      itemized(lines),
      t`Reason: ${inOneLine(reason)}`,
    ],
    action: next(site, { number }),
    after: [
      orAnswer(
        site,
        t`If the new week does not suit you, reply to this email.`,
        (address) => t`If the new week does not suit you, contact us: ${address}`,
      ),
    ],
    why: hasOrdered(site),
  });

export const orderCanceledMessage = (site: MailSite, { name, number, lines, reason }: Decided): Message =>
  compose(site, {
    subject: t`Your order ${number} is canceled`,
    before: [
      greeting(name),
      t`We canceled order ${number}. Nothing was charged:`,
      itemized(lines),
      t`Reason: ${inOneLine(reason)}`,
    ],
    action: next(site, { number }),
    after: [ifMistake(site)],
    why: hasOrdered(site),
  });

/** An order that cost nothing is complete. `isGiven` if the site team gave it. */
export const orderFreeMessage = (
  site: MailSite,
  { name, number, lines, document, isGiven }: Omit<OrderNews, "total"> & { isGiven: boolean },
): Message =>
  compose(site, {
    subject: isGiven ? t`A gift from ${site.SITE_NAME}` : t`Your order ${number} is complete`,
    before: [
      greeting(name),
      isGiven
        ? t`The ${site.SITE_NAME} team gave you this for free, as order ${number}:`
        : t`Order ${number} is complete, and nothing was charged:`,
      itemized(lines),
      t`It takes effect within minutes.`,
    ],
    action: next(site, { number, document }),
    why: hasOrdered(site),
  });
