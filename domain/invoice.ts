/** Amounts are whole minor units of `currency` (cents), rates whole basis points (1900 is 19 %), days are YYYY-MM-DD. */

export type InvoiceKind = "invoice" | "credit_note";

export type InvoiceParty = {
  name: string;
  addressLines: string[];
  /** ISO 3166-1 alpha-2; null where a buyer never said it. */
  country: string | null;
  vatNumber: string | null;
  email: string | null;
};

export type InvoiceLine = {
  description: string;
  quantity: number;
  unitPriceCents: number;
  netCents: number;
  vatRateBasisPoints: number;
  vatCents: number;
  totalCents: number;
};

export type InvoiceTotals = { netCents: number; vatCents: number; totalCents: number };

/** All that an invoice says. On a credit note the amounts are positive too: its kind says that they are given back. */
export type InvoiceContent = {
  kind: InvoiceKind;
  /** Number of the invoice that a credit note takes back, in whole or in part; null on an invoice. */
  credits: string | null;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  orderNumber: string;
  issuedOn: string;
  paidOn: string | null;
  /** ISO 4217. */
  currency: string;
  lines: InvoiceLine[];
  totals: InvoiceTotals;
  /** Why there is no VAT, in the words that the law asks for. */
  vatNote: string | null;
};

export type Invoice = {
  /** INV-2026-000001 or CRN-2026-000001. */
  number: string;
  /** Part of the address of its page: whoever has it can read the invoice. */
  token: string;
  content: InvoiceContent;
  /** SHA-256 of the content as canonical JSON, in hex. */
  contentHash: string;
  issuedAt: Date;
};

const PREFIXES: Record<InvoiceKind, string> = { invoice: "INV", credit_note: "CRN" };

/** Numbers count up within a series: one for each kind and year of issue. */
export const seriesOf = ({ kind, issuedOn }: Pick<InvoiceContent, "kind" | "issuedOn">): string =>
  `${PREFIXES[kind]}-${issuedOn.slice(0, 4)}`;

export const invoiceNumber = (series: string, place: number): string => `${series}-${String(place).padStart(6, "0")}`;

const TITLES: Record<InvoiceKind, string> = { invoice: "Invoice", credit_note: "Credit note" };

/** "Credit note CRN-2026-000001". */
export const documentTitle = ({ number, content }: Pick<Invoice, "number" | "content">): string =>
  `${TITLES[content.kind]} ${number}`;

/** Where the document is read on the site; its PDF is one step below. */
export const invoicePath = ({ token }: Pick<Invoice, "token">): `/${string}` => `/invoices/${token}`;

export type VatShare = { rateBasisPoints: number; netCents: number; vatCents: number };

/** What was taxed at each rate, as Art. 226 (8) to (10) of Directive 2006/112/EC asks for; the highest rate first. */
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

/** Something said for many lines at once, as on a credit note for a part of the money. */
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
 * Net and VAT of a part of a sum, from the cent after `from` up to `to`. Parts that follow each other add up to the whole, to the
 * cent, and none is negative.
 */
export function partOf({ netCents, totalCents }: InvoiceTotals, from: number, to: number): InvoiceTotals {
  const netUntil = (cents: number) =>
    Number((BigInt(netCents) * BigInt(cents) * 2n + BigInt(totalCents)) / (2n * BigInt(totalCents)));
  const net = netUntil(to) - netUntil(from);
  return { netCents: net, vatCents: to - from - net, totalCents: to - from };
}

/** What the documents of an order charge together: invoices less credit notes. */
export const chargedBy = (documents: readonly Pick<Invoice, "content">[]): number =>
  documents.reduce((sum, { content: { kind, totals } }) => sum + (kind === "invoice" ? 1 : -1) * totals.totalCents, 0);

/** What keeps this content from becoming an invoice: once issued it could never be mended. Empty when it is in order. */
export function invoiceFaults({ kind, credits, issuedOn, paidOn, lines, totals }: InvoiceContent): string[] {
  const sum = (key: keyof InvoiceTotals) => lines.reduce((all, line) => all + line[key], 0);
  const amounts = lines.flatMap(({ description: _, ...figures }) => Object.values(figures));
  return [
    ...(lines.length ? [] : ["it has no lines"]),
    ...(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)
      ? []
      : ["an amount is negative or not whole"]),
    ...lines.flatMap(({ netCents, vatCents, totalCents }, index) =>
      netCents + vatCents === totalCents ? [] : [`line ${index + 1} does not add up`],
    ),
    ...(["netCents", "vatCents", "totalCents"] as const).flatMap((key) =>
      sum(key) === totals[key] ? [] : [`${key} is not the sum of its lines`],
    ),
    ...[issuedOn, ...(paidOn === null ? [] : [paidOn])].flatMap((day) =>
      /^\d{4}-\d{2}-\d{2}$/.test(day) ? [] : [`"${day}" is not a day`],
    ),
    ...((kind === "credit_note") === (credits !== null) ? [] : ["a credit note, and nothing else, names an invoice"]),
  ];
}
