import { type Text, t, type Words } from "#languages/words.ts";
import type { SellerVat } from "./exchange-rate.ts";
import type { VatTreatment } from "./vat.ts";

/**
 * Amounts are whole minor units of `currency` (cents), rates whole basis points (1900 is 19 %),
 * days are YYYY-MM-DD.
 */

export type InvoiceKind = "invoice" | "credit_note";

export type InvoiceParty = {
  name: string;
  addressLines: string[];
  /** ISO 3166-1 alpha-2; null if the buyer never gave it. */
  country: string | null;
  vatNumber: string | null;
  email: string | null;
  phone?: string | null;
};

export type InvoiceLine = {
  description: string;
  quantity: number;
  unitPriceCents: number;
  /** Coupon discount, already deducted from the net amount. */
  discountCents?: number;
  couponCode?: string;
  netCents: number;
  vatRateBasisPoints: number;
  vatCents: number;
  totalCents: number;
};

export type InvoiceTotals = { netCents: number; vatCents: number; totalCents: number };

/**
 * The content of an invoice. Amounts of a credit note are positive too; its kind says what they
 * mean.
 */
export type InvoiceContent = {
  kind: InvoiceKind;
  /** Number of the invoice that this credit note credits in full or in part; null on an invoice. */
  credits: string | null;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  /** Older documents lack this and the next two fields. */
  vatTreatment?: VatTreatment;
  /** Reference for the buyer's accounting, such as a Leitweg-ID. */
  buyerReference?: string | null;
  /** The account that received the money. Without an IBAN, a payment provider received it. */
  paidBy?: { iban: string | null; bic: string | null; holder: string | null };
  orderNumber: string;
  /** What its buyer reads; English without it. */
  language?: string;
  issuedOn: string;
  paidOn: string | null;
  currency: string;
  lines: InvoiceLine[];
  totals: InvoiceTotals;
  /** Why no VAT is charged, in the legally required wording. */
  vatNote: string | null;
  corrects?: string;
} & Partial<SellerVat>;

export type ProForma = Omit<InvoiceContent, "kind" | "credits" | "paidOn" | "corrects" | keyof SellerVat> & {
  payBy: string;
  transfer: [label: Text, value: string][];
};

export type Invoice = {
  number: string;
  /** The secret part of its URL: anyone who has it can read the invoice. */
  token: string;
  content: InvoiceContent;
  contentHash: string;
  issuedAt: Date;
};

const PREFIXES: Record<InvoiceKind, string> = { invoice: "INV", credit_note: "CRN" };

/** Numbers increase within a series, one per kind and year. */
export const seriesOf = ({ kind, issuedOn }: Pick<InvoiceContent, "kind" | "issuedOn">): string =>
  `${PREFIXES[kind]}-${issuedOn.slice(0, 4)}`;

export const invoiceNumber = (series: string, place: number): string => `${series}-${String(place).padStart(6, "0")}`;

const TITLES: Record<InvoiceKind, (number: string) => Words> = {
  invoice: (number) => t`Invoice ${number}`,
  credit_note: (number) => t`Credit note ${number}`,
};

export const documentTitle = ({ number, content }: Pick<Invoice, "number" | "content">): Words =>
  TITLES[content.kind](number);

/** The path of the document's page. Its PDF and XML are one level below. */
export const invoicePath = ({ token }: Pick<Invoice, "token">): `/${string}` => `/invoices/${token}`;

export type VatShare = { rateBasisPoints: number; netCents: number; vatCents: number };

/**
 * Totals by VAT rate, as Art. 226 (8) to (10) of Directive 2006/112/EC requires; highest rate
 * first.
 */
export function vatShares(lines: readonly InvoiceLine[]): VatShare[] {
  const shares = new Map<number, VatShare>();
  for (const { vatRateBasisPoints: rateBasisPoints, netCents, vatCents } of lines) {
    const share = shares.get(rateBasisPoints) ?? { rateBasisPoints, netCents: 0, vatCents: 0 };
    share.netCents += netCents;
    share.vatCents += vatCents;
    shares.set(rateBasisPoints, share);
  }
  return [...shares.values()].sort((a, b) => b.rateBasisPoints - a.rateBasisPoints);
}

/** Collapses lines into one, as for a partial refund. */
export const asOneLine = (
  description: string,
  { netCents, vatCents, totalCents }: InvoiceTotals,
  vatRateBasisPoints: number,
): InvoiceLine => ({
  description,
  quantity: 1,
  unitPriceCents: netCents,
  netCents,
  vatRateBasisPoints,
  vatCents,
  totalCents,
});

/**
 * Net and VAT for `cents` of a total. The remainder can be split again; the parts add up exactly
 * and are never negative.
 */
export function partOf({ netCents, totalCents }: InvoiceTotals, cents: number): InvoiceTotals {
  const net =
    totalCents === 0
      ? 0
      : Number((BigInt(netCents) * BigInt(cents) * 2n + BigInt(totalCents)) / (2n * BigInt(totalCents)));
  return { netCents: net, vatCents: cents - net, totalCents: cents };
}

export function restOf({ number, content }: Invoice, documents: readonly Invoice[]): InvoiceTotals {
  const rest = { ...content.totals };
  for (const { content: note } of documents) {
    if (note.credits !== number) continue;
    for (const key of ["netCents", "vatCents", "totalCents"] as const) rest[key] -= note.totals[key];
  }
  return rest;
}

export const chargedBy = (documents: readonly Pick<Invoice, "content">[]): number =>
  documents.reduce((sum, { content: { kind, totals } }) => sum + (kind === "invoice" ? 1 : -1) * totals.totalCents, 0);

/** Faults that prevent issuing this content, which cannot be corrected later. Empty if valid. */
export function invoiceFaults({ kind, credits, issuedOn, paidOn, lines, totals }: InvoiceContent): string[] {
  const sum = (key: keyof InvoiceTotals) => lines.reduce((all, line) => all + line[key], 0);
  const amounts = lines.flatMap(({ description: _, couponCode: __, ...figures }) => Object.values(figures));
  return [
    ...(lines.length ? [] : ["it has no lines"]),
    ...(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)
      ? []
      : ["an amount is negative or not whole"]),
    ...lines.flatMap(({ netCents, vatCents, totalCents }, index) =>
      netCents + vatCents === totalCents ? [] : [`line ${index + 1} does not add up`],
    ),
    ...lines.flatMap(({ quantity, unitPriceCents, discountCents, netCents }, index) =>
      discountCents === undefined || quantity * unitPriceCents - discountCents === netCents
        ? []
        : [`line ${index + 1} is not its price less its discount`],
    ),
    ...(["netCents", "vatCents", "totalCents"] as const).flatMap((key) =>
      sum(key) === totals[key] ? [] : [`${key} is not the sum of its lines`],
    ),
    ...[issuedOn, ...(paidOn === null ? [] : [paidOn])].flatMap((day) =>
      /^\d{4}-\d{2}-\d{2}$/.test(day) ? [] : [`"${day}" is not a day`],
    ),
    ...((kind === "credit_note") === (credits !== null) ? [] : ["only a credit note must name an invoice"]),
  ];
}
