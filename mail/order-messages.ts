import { compose, type Message, oneLine } from "./compose.ts";
import type { MailSite } from "./messages.ts";

type OrderNews = { name: string | null; number: string; lines: readonly string[]; total: string };

const siteOf = ({ SITE_NAME, BASE_URL }: MailSite) => ({ name: SITE_NAME, url: BASE_URL });
const greeting = (name: string | null): string => (name ? `Hello ${oneLine(name)},` : "Hello,");
const listed = (lines: readonly string[]): string => lines.map((line) => `- ${oneLine(line)}`).join("\n");
const account = ({ BASE_URL }: MailSite) => ({ label: "Go to your account", url: `${BASE_URL}/account` });

export const orderPaidMessage = (site: MailSite, { name, number, lines, total }: OrderNews): Message =>
  compose({
    subject: `Your order ${number} is paid`,
    before: [
      greeting(name),
      `Thank you. We received ${total} for order ${number}:`,
      listed(lines),
      "It takes effect within minutes.",
    ],
    action: account(site),
    site: siteOf(site),
  });

/** The money came, and what it should buy was gone. */
export const orderHeldMessage = (
  site: MailSite,
  { name, number, lines, total, reason }: OrderNews & { reason: string },
): Message =>
  compose({
    subject: `Your order ${number} needs a decision`,
    before: [
      greeting(name),
      `We received ${total} for order ${number}, but could not deliver it: ${reason}`,
      listed(lines),
      "Nothing of it was used up. The people who run the site know about it and will offer you another week or your money back; you can also answer this mail.",
    ],
    action: account(site),
    site: siteOf(site),
  });

export const orderRefundedMessage = (site: MailSite, { name, number, lines, total }: OrderNews): Message =>
  compose({
    subject: `Your order ${number} was refunded`,
    before: [
      greeting(name),
      `The ${total} for order ${number} went back to you. What it had bought has ended:`,
      listed(lines),
    ],
    action: account(site),
    site: siteOf(site),
  });

/** For the people who run the site: money that needs a person. */
export const orderAlarmMessage = (
  site: MailSite,
  { subject, facts }: { subject: string; facts: readonly string[] },
): Message =>
  compose({
    subject,
    before: ["Something about a payment needs you:", facts.map(oneLine).join("\n")],
    action: { label: "Go to the site", url: site.BASE_URL },
    site: siteOf(site),
  });
