import { type Text, t } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite } from "./messages.ts";

export type ThresholdFacts = {
  percent: number;
  isPassed: boolean;
  year: string;
  sum: Text;
  limit: Text;
  /** US dollars count as euros where no exchange rate is known. */
  isAssumed: boolean;
};

export const thresholdMessage = (
  site: MailSite,
  { percent, isPassed, year, sum, limit, isAssumed }: ThresholdFacts,
): Message =>
  compose(site, {
    subject: isPassed
      ? t`Sales to consumers in other EU countries passed ${limit}`
      : t`Sales to consumers in other EU countries reached ${percent}% of ${limit}`,
    before: [
      t`You sold ${sum} net to consumers in other EU countries in ${year}. The threshold in Article 59c of the VAT Directive is ${limit} a year.`,
      isPassed
        ? t`From that sale on, VAT is due at the rate of the buyer’s country. Register for the One Stop Shop and start Debut with VAT_MODE=oss.`
        : t`From the sale that passes it, VAT is due at the rate of the buyer’s country. Register for the One Stop Shop in time, and start Debut with VAT_MODE=oss on that day.`,
      ...(isAssumed ? [t`Invoices in US dollars without an exchange rate count as one euro for each dollar.`] : []),
      t`If you also sell elsewhere, those sales count too: ask your tax adviser.`,
    ],
    action: { label: t`View sales`, url: `${site.BASE_URL}/admin/invoices/vat` },
    why: t`You got this email because you are an admin of ${site.SITE_NAME}.`,
  });

export const correctionAskedMessage = (
  site: MailSite,
  { number, invoice, details, note }: { number: string; invoice: string; details: string; note: string },
): Message =>
  compose(site, {
    subject: t`Correction requested for invoice ${invoice}`,
    before: [
      t`The buyer of order ${number} asks you to correct invoice ${invoice}. It should be made out to:`,
      details.split("\n").map(oneLine).join("\n"),
      ...(note ? [t`Their note: ${oneLine(note)}`] : []),
    ],
    action: { label: t`View order`, url: `${site.BASE_URL}/admin/orders/${number}` },
    why: t`You got this email because you are an admin of ${site.SITE_NAME}.`,
  });

export const correctionDeclinedMessage = (
  site: MailSite,
  { name, number, invoice, answer }: { name: string | null; number: string; invoice: string; answer: string },
): Message =>
  compose(site, {
    subject: t`Invoice ${invoice} was not corrected`,
    before: [greeting(name), t`You asked us to correct invoice ${invoice}. We did not change it: ${oneLine(answer)}`],
    action: { label: t`View order`, url: `${site.BASE_URL}/account/orders/${number}` },
    why: t`You got this email because you placed an order on ${site.SITE_NAME}.`,
  });
