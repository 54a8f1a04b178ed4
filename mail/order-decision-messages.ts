import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, orAnswer, siteOf } from "./messages.ts";
import { hasOrdered, listed, next, type OrderNews } from "./order-messages.ts";

/** Orders whose buyer has to decide, or for which the site team decided. */
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

/** The site team moved the order to another week. */
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

/** The site team canceled an unpaid order. */
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
