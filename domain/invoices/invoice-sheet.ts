import { once } from "../text/once.ts";
import { formatOf } from "../time/date-words.ts";
import {
  documentTitle,
  type Invoice,
  type InvoiceContent,
  type InvoiceLine,
  type InvoiceParty,
  type ProForma,
  vatShares,
} from "./invoice.ts";

export type InvoiceSheet = {
  title: string;
  facts: [label: string, value: string][];
  parties: { label: string; name: string; lines: string[] }[];
  /** The first column is text; the others are figures. */
  columns: readonly string[];
  rows: string[][];
  sums: [label: string, value: string][];
  total: [label: string, value: string];
  notes: string[];
};

export const INVOICE_LANGUAGE = "en";

const COLUMNS = ["Description", "Quantity", "Unit price", "Net", "VAT rate", "VAT", "Total"];

const countries = once(() => new Intl.DisplayNames(INVOICE_LANGUAGE, { type: "region", fallback: "code" }));
const days = formatOf({ dateStyle: "long", timeZone: "UTC" });
const rates = once(() => new Intl.NumberFormat(INVOICE_LANGUAGE, { style: "percent", maximumFractionDigits: 2 }));

const showDay = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));
const showRate = (basisPoints: number): string => rates().format(basisPoints / 10_000);

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

const describe = (
  { description, discountCents, couponCode }: InvoiceLine,
  figure: (cents: number) => string,
): string => (discountCents ? `${description} (coupon ${couponCode}: −${figure(discountCents)})` : description);

export function invoiceSheet({ number, content }: Pick<Invoice, "number" | "content">): InvoiceSheet {
  const { kind, credits, corrects, paidOn } = content;
  return sheetOf(content, {
    title: documentTitle({ number, content }),
    credits: [
      ...(credits === null ? [] : [["Credits invoice", credits] satisfies Labelled[number]]),
      ...(corrects === undefined ? [] : [["Replaces invoice", corrects] satisfies Labelled[number]]),
    ],
    paid: paidOn === null ? [] : [[kind === "invoice" ? "Paid on" : "Refunded on", showDay(paidOn)]],
    total: kind === "invoice" ? "Total" : "Total credited",
    ...sellerVat(content),
  });
}

/** VAT in the seller's currency with its rate (Art. 230 of Directive 2006/112/EC). */
function sellerVat(content: InvoiceContent): Pick<Words, "notes" | "sums"> {
  const { currency, sellerCurrency, exchangeRate, exchangeRateDate, sellerVatCents } = content;
  if (!sellerCurrency || !exchangeRate || !exchangeRateDate || !sellerVatCents) return { sums: [], notes: [] };
  return {
    sums: [[`VAT in ${sellerCurrency}`, `${figures(sellerCurrency)(sellerVatCents)} ${sellerCurrency}`]],
    notes: [
      `VAT was converted at 1 ${currency} = ${exchangeRate} ${sellerCurrency}, from the reference rates of ` +
        `the European Central Bank of ${showDay(exchangeRateDate)}.`,
    ],
  };
}

/** For an unpaid order: not an invoice, and without an invoice number. */
export const proFormaSheet = (content: ProForma): InvoiceSheet =>
  sheetOf(content, {
    title: `Pro-forma invoice for order ${content.orderNumber}`,
    credits: [],
    paid: [["Pay by", showDay(content.payBy)]],
    total: "Total to pay",
    sums: [],
    notes: [
      content.transfer.map(([label, value]) => `${label}: ${value.replaceAll("\n", ", ")}`).join("; "),
      "This is not an invoice and does not allow deducting VAT. You get the invoice once the payment has arrived.",
    ],
  });

type Labelled = [label: string, value: string][];
type Words = Record<"credits" | "paid" | "sums", Labelled> & { title: string; total: string; notes: string[] };

function sheetOf(content: Omit<InvoiceContent, "kind" | "credits" | "paidOn">, words: Words): InvoiceSheet {
  const { seller, buyer, orderNumber, buyerReference, issuedOn, currency, lines, totals, vatNote } = content;
  const figure = figures(currency);
  const amount = (cents: number): string => `${figure(cents)} ${currency}`;
  return {
    title: words.title,
    facts: [
      ["Date of issue", showDay(issuedOn)],
      ...words.credits,
      ["Order", orderNumber],
      ...(buyerReference ? [["Your reference", buyerReference] satisfies Labelled[number]] : []),
      ...words.paid,
      ["Currency", currency],
    ],
    parties: [
      { label: "Seller", name: seller.name, lines: partyLines(seller) },
      { label: "Buyer", name: buyer.name, lines: partyLines(buyer) },
    ],
    columns: COLUMNS,
    rows: lines.map((line) => [
      describe(line, figure),
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
      ...words.sums,
    ],
    total: [words.total, amount(totals.totalCents)],
    notes: [...(vatNote === null ? [] : [vatNote]), ...words.notes],
  };
}
