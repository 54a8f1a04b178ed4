import { compose, type Message } from "./compose.ts";
import { type MailSite, siteOf } from "./messages.ts";

export type ThresholdFacts = {
  percent: number;
  isPassed: boolean;
  year: string;
  /** In euros. */
  sum: string;
  limit: string;
  /** US dollars count as euros, for want of rates. */
  isAssumed: boolean;
};

/** For admins: sales to consumers of other member states come near the EU threshold, or pass it. */
export const thresholdMessage = (
  site: MailSite,
  { percent, isPassed, year, sum, limit, isAssumed }: ThresholdFacts,
): Message =>
  compose({
    subject: isPassed
      ? `Sales to consumers in other EU countries passed ${limit}`
      : `Sales to consumers in other EU countries reached ${percent}% of ${limit}`,
    before: [
      `Consumers in other EU countries bought for ${sum} net in ${year}. The threshold of Article 59c of the VAT directive is ${limit} a year.`,
      isPassed
        ? "From the sale that passed it, they owe the VAT of their own country. Register for the One Stop Shop, and start Debut with VAT_MODE=oss."
        : "From the sale that passes it, they owe the VAT of their own country. Register for the One Stop Shop in time, and start Debut with VAT_MODE=oss on that day.",
      ...(isAssumed ? ["Invoices in US dollars without an exchange rate count as one euro for each dollar."] : []),
      "Ask your tax adviser if you sell elsewhere too: those sales count as well.",
    ],
    action: { label: "See the sales", url: `${site.BASE_URL}/admin/invoices/vat` },
    why: `You got this email because you are an admin of ${site.SITE_NAME}.`,
    site: siteOf(site),
  });
