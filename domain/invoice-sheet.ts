import { documentTitle, type Invoice, type InvoiceParty, vatShares } from "./invoice.ts";
import { once } from "./once.ts";

/** The texts of an invoice in reading order, for both the page and the PDF. */
export type InvoiceSheet = {
  title: string;
  facts: [label: string, value: string][];
  parties: { label: string; name: string; lines: string[] }[];
  /** Column labels. The first column has text, the others have figures. */
  columns: readonly string[];
  rows: string[][];
  sums: [label: string, value: string][];
  total: [label: string, value: string];
  notes: string[];
};

export const INVOICE_LANGUAGE = "en";

const COLUMNS = ["Description", "Quantity", "Unit price", "Net", "VAT rate", "VAT", "Total"];

const countries = once(() => new Intl.DisplayNames(INVOICE_LANGUAGE, { type: "region", fallback: "code" }));
const days = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }));
const rates = once(() => new Intl.NumberFormat(INVOICE_LANGUAGE, { style: "percent", maximumFractionDigits: 2 }));

const showDay = (day: string): string => days().format(new Date(`${day}T00:00:00Z`));
const showRate = (basisPoints: number): string => rates().format(basisPoints / 10_000);

/** Minor units as a decimal figure without the currency. */
function figures(currency: string): (cents: number) => string {
  const format = new Intl.NumberFormat(INVOICE_LANGUAGE, { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const plain = new Intl.NumberFormat(INVOICE_LANGUAGE, { minimumFractionDigits: digits });
  return (cents) => plain.format(cents / 10 ** digits);
}

const partyLines = ({ addressLines, country, vatNumber, email }: InvoiceParty): string[] =>
  [
    ...addressLines,
    country && (countries().of(country) ?? country),
    vatNumber && `VAT number ${vatNumber}`,
    email,
  ].filter((line): line is string => Boolean(line));

export function invoiceSheet({ number, content }: Pick<Invoice, "number" | "content">): InvoiceSheet {
  const { kind, credits, seller, buyer, orderNumber, issuedOn, paidOn, currency, lines, totals, vatNote } = content;
  const figure = figures(currency);
  const amount = (cents: number): string => `${figure(cents)} ${currency}`;
  return {
    title: documentTitle({ number, content }),
    facts: [
      ["Date of issue", showDay(issuedOn)],
      ...(credits === null ? [] : ([["Credits invoice", credits]] satisfies [string, string][])),
      ["Order", orderNumber],
      ...(paidOn === null
        ? []
        : ([[kind === "invoice" ? "Paid on" : "Refunded on", showDay(paidOn)]] satisfies [string, string][])),
      ["Currency", currency],
    ],
    parties: [
      { label: "Seller", name: seller.name, lines: partyLines(seller) },
      { label: "Buyer", name: buyer.name, lines: partyLines(buyer) },
    ],
    columns: COLUMNS,
    rows: lines.map((line) => [
      line.description,
      String(line.quantity),
      figure(line.unitPriceCents),
      figure(line.netCents),
      showRate(line.vatRateBasisPoints),
      figure(line.vatCents),
      figure(line.totalCents),
    ]),
    sums: [
      ["Net", amount(totals.netCents)],
      ...vatShares(lines).map((share): [string, string] => [
        `VAT ${showRate(share.rateBasisPoints)} of ${figure(share.netCents)}`,
        amount(share.vatCents),
      ]),
    ],
    total: [kind === "invoice" ? "Total" : "Total credited", amount(totals.totalCents)],
    notes: vatNote === null ? [] : [vatNote],
  };
}
