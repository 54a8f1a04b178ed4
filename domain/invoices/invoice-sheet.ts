import { dates, numbers } from "#languages/formats.ts";
import type { Language } from "#languages/language.ts";
import { countryName, joined, saidAgain, say, type Text, t, type Words } from "#languages/words.ts";
import { lineText } from "../orders/stored-words.ts";
import {
  documentTitle,
  type Invoice,
  type InvoiceContent,
  type InvoiceLine,
  type InvoiceParty,
  type ProForma,
  vatShares,
} from "./invoice.ts";

/** A document in the language of its buyer. */
export type InvoiceSheet = {
  language: Pick<Language, "tag" | "isRightToLeft">;
  title: string;
  facts: [label: string, value: string][];
  parties: { label: string; name: string; lines: string[] }[];
  /** The first column is text; the others are figures. */
  columns: readonly string[];
  rows: string[][];
  sums: [label: string, value: string][];
  total: [label: string, value: string];
  notes: string[];
  /** "page # of ##", with the numbers to put there. */
  foot: string;
};

const COLUMNS = [t`Description`, t`Quantity`, t`Unit price`, t`Net`, t`VAT rate`, t`VAT`, t`Total`];
const DAY = { dateStyle: "long", timeZone: "UTC" } as const;
const RATE = { style: "percent", maximumFractionDigits: 2 } as const;
const plain = new Map<number, Intl.NumberFormatOptions>();

/** What writes the parts of a document in its language. */
function wordsIn(language: Language) {
  const inWords = (text: Text): string => say(text, language);
  return {
    inWords,
    day: (day: string): string => dates(language, DAY).format(new Date(`${day}T00:00:00Z`)),
    rate: (basisPoints: number): string => numbers(language, RATE).format(basisPoints / 10_000),
    figures(currency: string): (cents: number) => string {
      const format = new Intl.NumberFormat("en", { style: "currency", currency });
      const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
      const options = plain.getOrInsertComputed(digits, () => ({ minimumFractionDigits: digits }));
      return (cents) => numbers(language, options).format(cents / 10 ** digits);
    },
    labelled: (facts: readonly (readonly [Text, string])[]) =>
      facts.map(([label, value]): [string, string] => [inWords(label), value]),
  };
}
type Writing = ReturnType<typeof wordsIn>;

const partyLines = ({ addressLines, country, vatNumber, email }: InvoiceParty): Text[] => [
  ...addressLines.filter(Boolean),
  ...(country ? [countryName(country)] : []),
  ...(vatNumber ? [t`VAT number ${vatNumber}`] : []),
  ...(email ? [email] : []),
];

const describe = ({ description, discountCents, couponCode }: InvoiceLine, figure: (cents: number) => string): Text =>
  discountCents
    ? t`${lineText(description)} (coupon ${couponCode ?? ""}: −${figure(discountCents)})`
    : lineText(description);

export function invoiceSheet(
  { number, content }: Pick<Invoice, "number" | "content">,
  language: Language,
): InvoiceSheet {
  const { kind, credits, corrects, paidOn } = content;
  const writing = wordsIn(language);
  return sheetOf(content, language, {
    title: documentTitle({ number, content }),
    credits: [
      ...(credits === null ? [] : [[t`Credits invoice`, credits] satisfies Fact]),
      ...(corrects === undefined ? [] : [[t`Replaces invoice`, corrects] satisfies Fact]),
    ],
    paid: paidOn === null ? [] : [[kind === "invoice" ? t`Paid on` : t`Refunded on`, writing.day(paidOn)]],
    total: kind === "invoice" ? t`Total` : t`Total credited`,
    ...sellerVat(content, writing),
  });
}

/** VAT in the seller's currency with its rate (Art. 230 of Directive 2006/112/EC). */
function sellerVat(content: InvoiceContent, { figures, day }: Writing): Pick<Facts, "notes" | "sums"> {
  const { currency, sellerCurrency, exchangeRate, exchangeRateDate, sellerVatCents } = content;
  if (!sellerCurrency || !exchangeRate || !exchangeRateDate || !sellerVatCents) return { sums: [], notes: [] };
  return {
    sums: [[t`VAT in ${sellerCurrency}`, `${figures(sellerCurrency)(sellerVatCents)} ${sellerCurrency}`]],
    notes: [
      t`VAT was converted at 1 ${currency} = ${exchangeRate} ${sellerCurrency}, from the reference rates of the European Central Bank of ${day(exchangeRateDate)}.`,
    ],
  };
}

/** For an unpaid order: not an invoice, and without an invoice number. */
export const proFormaSheet = (content: ProForma, language: Language): InvoiceSheet =>
  sheetOf(content, language, {
    title: t`Pro-forma invoice for order ${content.orderNumber}`,
    credits: [],
    paid: [[t`Pay by`, wordsIn(language).day(content.payBy)]],
    total: t`Total to pay`,
    sums: [],
    notes: [
      joined(
        content.transfer.map(([label, value]) => joined([label, value.replaceAll("\n", ", ")], ": ")),
        "; ",
      ),
      t`This is not an invoice and cannot be used to deduct VAT. You will get an invoice once your payment arrives.`,
    ],
  });

type Fact = [label: Words, value: string];
type Facts = Record<"credits" | "paid" | "sums", Fact[]> & { title: Words; total: Words; notes: Words[] };

function sheetOf(
  content: Omit<InvoiceContent, "kind" | "credits" | "paidOn">,
  language: Language,
  facts: Facts,
): InvoiceSheet {
  const { seller, buyer, orderNumber, buyerReference, issuedOn, currency, lines, totals, vatNote } = content;
  const { inWords, day, rate, figures, labelled } = wordsIn(language);
  const figure = figures(currency);
  const amount = (cents: number): string => `${figure(cents)} ${currency}`;
  const party = (label: Words, { name, ...rest }: InvoiceParty) => ({
    label: inWords(label),
    name,
    lines: partyLines({ name, ...rest }).map(inWords),
  });
  return {
    language: { tag: language.tag, isRightToLeft: language.isRightToLeft },
    title: inWords(facts.title),
    facts: labelled([
      [t`Issue date`, day(issuedOn)],
      ...facts.credits,
      [t`Order`, orderNumber],
      ...(buyerReference ? [[t`Your reference`, buyerReference] satisfies Fact] : []),
      ...facts.paid,
      [t`Currency`, currency],
    ]),
    parties: [party(t`Seller`, seller), party(t`Buyer`, buyer)],
    columns: COLUMNS.map(inWords),
    rows: lines.map((line) => [
      inWords(describe(line, figure)),
      String(line.quantity),
      figure(line.unitPriceCents),
      figure(line.netCents),
      rate(line.vatRateBasisPoints),
      figure(line.vatCents),
      figure(line.totalCents),
    ]),
    sums: labelled([
      [t`Net`, amount(totals.netCents)],
      ...vatShares(lines).map(
        (share): Fact => [t`VAT ${rate(share.rateBasisPoints)} of ${figure(share.netCents)}`, amount(share.vatCents)],
      ),
      ...facts.sums,
    ]),
    total: [inWords(facts.total), amount(totals.totalCents)],
    notes: [...(vatNote === null ? [] : [saidAgain(vatNote)]), ...facts.notes].map(inWords),
    foot: inWords(t`page ${"#"} of ${"##"}`),
  };
}
