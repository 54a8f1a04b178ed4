import {
  type Invoice,
  type InvoiceContent,
  type InvoiceLine,
  type InvoiceParty,
  vatShares,
} from "#domain/invoices/invoice.ts";
import { OUTSIDE_EU_NOTE, REVERSE_CHARGE_NOTE, type VatTreatment } from "#domain/invoices/vat.ts";
import { type PostalAddress, postalAddress } from "./address.ts";

export type ElectronicInvoice = {
  isXRechnung: boolean;
  number: string;
  kind: InvoiceContent["kind"];
  issuedOn: string;
  /** Date of supply, or of the preceding payment (Art. 226 (7) of the directive). */
  suppliedOn: string | null;
  currency: string;
  sellerVat: { currency: string; amount: string } | null;
  buyerReference: string;
  orderNumber: string;
  refersTo: string | null;
  seller: ElectronicParty;
  buyer: ElectronicParty;
  payment: { code: string; iban: string | null; bic: string | null; holder: string | null };
  terms: string | null;
  lines: ElectronicLine[];
  vat: VatGroup[];
  totals: Record<"lines" | "net" | "vat" | "total" | "paid" | "due", string>;
};

export type ElectronicParty = {
  name: string;
  identifier: string | null;
  vatNumber: string | null;
  taxNumber: string | null;
  address: PostalAddress;
  country: string;
  email: string | null;
  phone: string | null;
};

/** UNCL 5305 codes: standard, zero rate, exempt, reverse charge, outside the scope of VAT. */
export type VatCategory = "S" | "Z" | "E" | "AE" | "O";

type Content = InvoiceContent & {
  corrects?: string | null;
  sellerCurrency?: string | null;
  sellerVatCents?: number | null;
};

export type VatKind = { category: VatCategory; percent: string };
export type VatGroup = VatKind & { net: string; vat: string; reason: string | null; reasonCode: string | null };
export type ElectronicLine = VatKind & {
  id: string;
  name: string;
  quantity: string;
  price: string;
  net: string;
  /** The difference between quantity times price and the net amount. */
  change: { isCharge: boolean; amount: string; reason: string } | null;
};

const REASON_CODES: Partial<Record<VatCategory, string>> = { AE: "VATEX-EU-AE", O: "VATEX-EU-O" };

const MEANS = { unknown: "1", transfer: "30", sepa: "58", online: "68" };

/** Older documents have no treatment; it follows from the note. */
const treatmentOf = ({ vatTreatment, vatNote }: InvoiceContent): VatTreatment =>
  vatTreatment ??
  ({ [REVERSE_CHARGE_NOTE]: "reverse_charge", [OUTSIDE_EU_NOTE]: "outside_eu" } as const)[vatNote ?? ""] ??
  "not_charged";

function categoryOf(content: InvoiceContent, rateBasisPoints: number): VatCategory {
  if (rateBasisPoints > 0) return "S";
  const treatment = treatmentOf(content);
  if (treatment === "reverse_charge") return "AE";
  if (treatment === "standard") return "Z";
  // "Exempt" needs a reason and a tax number; otherwise it is outside the scope of VAT.
  return treatment === "not_charged" && content.vatNote && content.seller.vatNumber ? "E" : "O";
}

function decimals(currency: string): (cents: number) => string {
  const digits =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return (cents) => {
    if (digits === 0) return String(cents);
    const text = String(Math.abs(cents)).padStart(digits + 1, "0");
    return `${cents < 0 ? "-" : ""}${text.slice(0, -digits)}.${text.slice(-digits)}`;
  };
}

const oneLine = (text: string): string => text.replace(/[\p{Z}\p{C}]+/gu, " ").trim();

function partyOf(party: InvoiceParty, country: string, mayNumber: boolean): ElectronicParty {
  const { name, addressLines, vatNumber, email, phone } = party;
  const number = vatNumber?.replace(/[\s.]/g, "").toUpperCase() || null;
  const hasPrefix = number !== null && /^[A-Z]{2}/.test(number);
  return {
    name: oneLine(name),
    identifier: null,
    vatNumber: mayNumber && hasPrefix ? number : null,
    taxNumber: mayNumber && !hasPrefix ? (vatNumber?.trim() ?? null) : null,
    address: postalAddress(addressLines.map(oneLine)),
    country,
    email,
    phone: phone ?? null,
  };
}

const isPlaced = ({ address: { city, postCode }, email }: ElectronicParty): boolean =>
  Boolean(city && postCode && email);

/**
 * Reverse-charge lines. The standard has no VAT without a net amount, so a VAT-only credit reverses
 * the taxed sale and repeats it untaxed. Later credits have no VAT.
 */
function reversed(line: InvoiceLine): InvoiceLine[] {
  const { netCents, vatCents, vatRateBasisPoints } = line;
  if (vatCents === 0) return [{ ...line, vatRateBasisPoints: 0 }];
  if (netCents !== 0) return [line];
  const net = Math.round((vatCents * 10_000) / vatRateBasisPoints);
  const whole = { ...line, quantity: 1, unitPriceCents: net, netCents: net };
  return [whole, { ...whole, quantity: -1, netCents: -net, vatRateBasisPoints: 0, vatCents: 0 }];
}

function lineOf(line: InvoiceLine, index: number, vat: VatKind, decimal: (cents: number) => string): ElectronicLine {
  const change = line.netCents - line.quantity * line.unitPriceCents;
  return {
    ...vat,
    id: String(index + 1),
    name: oneLine(line.description),
    quantity: String(line.quantity),
    price: decimal(line.unitPriceCents),
    net: decimal(line.netCents),
    change:
      change === 0
        ? null
        : { isCharge: change > 0, amount: decimal(Math.abs(change)), reason: change > 0 ? "Surcharge" : "Discount" },
  };
}

/** The invoice in EN 16931 terms; undefined if required countries or tax numbers are missing. */
export function electronicInvoice({
  number,
  content,
}: Pick<Invoice, "number"> & { content: Content }): ElectronicInvoice | undefined {
  const { currency, totals, paidOn, orderNumber } = content;
  const lines = treatmentOf(content) === "reverse_charge" ? content.lines.flatMap(reversed) : content.lines;
  const decimal = decimals(currency);
  const vatOf = (rateBasisPoints: number): VatKind => ({
    category: categoryOf(content, rateBasisPoints),
    percent: String(rateBasisPoints / 100),
  });
  const vat = vatShares(lines).map(({ rateBasisPoints, netCents, vatCents }): VatGroup => {
    const kind = vatOf(rateBasisPoints);
    const isTaxed = kind.category === "S" || kind.category === "Z";
    return {
      ...kind,
      net: decimal(netCents),
      vat: decimal(vatCents),
      reason: isTaxed ? null : (content.vatNote ?? "Not subject to VAT"),
      reasonCode: REASON_CODES[kind.category] ?? null,
    };
  });
  const has = (category: VatCategory) => vat.some((group) => group.category === category);

  if (content.seller.country === null || content.buyer.country === null) return undefined;
  const parts = [content.seller, content.buyer] as const;
  const seller = partyOf(parts[0], content.seller.country, !has("O"));
  const buyer = partyOf(parts[1], content.buyer.country, !has("O"));
  const isNumbered = seller.vatNumber !== null || seller.taxNumber !== null;
  if (!has("O") && !isNumbered) return undefined;
  if (has("AE") && buyer.vatNumber === null) return undefined;
  // The standard requires an identifier for the seller.
  const identifier = seller.vatNumber ? null : (content.seller.vatNumber ?? seller.email ?? seller.name);

  const total = decimal(totals.totalCents);
  const isPaid = paidOn !== null;
  return {
    isXRechnung: isPlaced(seller) && isPlaced(buyer) && seller.phone !== null,
    number,
    kind: content.kind,
    issuedOn: content.issuedOn,
    suppliedOn: content.kind === "invoice" ? paidOn : null,
    currency,
    sellerVat: sellerVatOf(content),
    buyerReference: content.buyerReference ?? orderNumber,
    orderNumber,
    refersTo: content.credits ?? content.corrects ?? null,
    seller: { ...seller, identifier },
    buyer: { ...buyer, taxNumber: null },
    payment: paymentOf(content),
    terms: isPaid || totals.totalCents === 0 ? null : "Payable on receipt",
    lines: lines.map((line, index) => lineOf(line, index, vatOf(line.vatRateBasisPoints), decimal)),
    vat,
    totals: {
      lines: decimal(totals.netCents),
      net: decimal(totals.netCents),
      vat: decimal(totals.vatCents),
      total,
      paid: isPaid ? total : decimal(0),
      due: isPaid ? decimal(0) : total,
    },
  };
}

function sellerVatOf({ currency, sellerCurrency, sellerVatCents }: Content): ElectronicInvoice["sellerVat"] {
  if (!sellerCurrency || sellerCurrency === currency || sellerVatCents === undefined || sellerVatCents === null)
    return null;
  return { currency: sellerCurrency, amount: decimals(sellerCurrency)(sellerVatCents) };
}

function paymentOf({ paidBy, currency }: InvoiceContent): ElectronicInvoice["payment"] {
  const none = { iban: null, bic: null, holder: null };
  if (!paidBy) return { code: MEANS.unknown, ...none };
  if (paidBy.iban === null) return { code: MEANS.online, ...none };
  return { code: currency === "EUR" ? MEANS.sepa : MEANS.transfer, ...paidBy };
}
