import type { InvoiceContent, InvoiceKind, InvoiceLine } from "./invoice.ts";
import { vatShares } from "./invoice.ts";
import { spread } from "./money.ts";
import { counted, OUTSIDE_EU_NOTE } from "./vat.ts";

/** How the books treat a sale: VAT of the seller's country, of another member state, or none and why. */
export const BOOK_TREATMENTS = ["domestic", "oss", "reverse_charge", "outside_eu", "not_charged"] as const;
export type BookTreatment = (typeof BOOK_TREATMENTS)[number];

/** What a credit note has from the invoice that it credits. */
type Place = {
  /** Whose VAT is charged; null without VAT. */
  vatCountry: string | null;
  treatment: BookTreatment;
  sellerCountry: string | null;
  /** Of the buyer. */
  country: string | null;
  vatNumber: string | null;
  /** The day of the payment, whose VAT period a credit note corrects too. */
  suppliedOn: string;
};

/** What an invoice or a credit note adds to the books at one VAT rate. Amounts of credit notes are negative. */
export type BookEntry = Place & {
  number: string;
  rateBp: number;
  kind: InvoiceKind;
  issuedOn: string;
  orderNumber: string;
  buyer: string;
  currency: string;
  netCents: number;
  vatCents: number;
  totalCents: number;
  /** Amounts in the seller's currency, where the document states them. */
  sellerCurrency: string | null;
  sellerNetCents: number | null;
  sellerVatCents: number | null;
};

/** What a document states in the seller's currency. Older documents state nothing. */
export type SellerAmounts = { sellerCurrency: string; exchangeRate: string; sellerVatCents: number };
export type BookedContent = InvoiceContent & { [Name in keyof SellerAmounts]?: SellerAmounts[Name] | null };

/** Whose VAT a taxed sale pays: consumers of a seller below the threshold pay that of the seller. */
export type TaxedIn = "seller" | "buyer";

/** The entries of a document, one for each rate, as `credited` was booked if it is a credit note. */
export function entriesOf(
  number: string,
  content: BookedContent,
  { taxedIn, credited }: { taxedIn: TaxedIn; credited: readonly Place[] },
): BookEntry[] {
  const { kind, issuedOn, orderNumber, buyer, currency, lines } = content;
  const sign = kind === "invoice" ? 1 : -1;
  const shares = vatShares(lines);
  const inSellers = sellerAmounts(content, shares);
  return shares.map(({ rateBasisPoints: rateBp, netCents, vatCents }, index) => {
    const { vatCountry, treatment, sellerCountry, country, vatNumber, suppliedOn } =
      credited.find((entry) => (entry.vatCountry === null) === (rateBp === 0)) ?? placeOf(content, rateBp, taxedIn);
    const { sellerNetCents, sellerVatCents } = inSellers?.[index] ?? { sellerNetCents: null, sellerVatCents: null };
    return {
      ...{ number, rateBp, kind, issuedOn, suppliedOn, orderNumber, treatment },
      ...{ sellerCountry, country, vatCountry, vatNumber, buyer: buyer.name, currency },
      netCents: signed(sign, netCents),
      vatCents: signed(sign, vatCents),
      totalCents: signed(sign, netCents + vatCents),
      sellerCurrency: inSellers ? (content.sellerCurrency ?? null) : null,
      sellerNetCents: sellerNetCents === null ? null : signed(sign, sellerNetCents),
      sellerVatCents: sellerVatCents === null ? null : signed(sign, sellerVatCents),
    };
  });
}

/** Never minus zero. */
const signed = (sign: number, cents: number): number => (cents === 0 ? 0 : sign * cents);

function placeOf(content: InvoiceContent, rateBp: number, taxedIn: TaxedIn): Place {
  const { seller, buyer, issuedOn, paidOn, vatNote } = content;
  const sellerCountry = seller.country && counted(seller.country);
  const common = { sellerCountry, country: buyer.country, vatNumber: buyer.vatNumber, suppliedOn: paidOn ?? issuedOn };
  if (rateBp > 0) {
    const vatCountry = (taxedIn === "seller" ? sellerCountry : null) ?? (buyer.country && counted(buyer.country));
    return { ...common, vatCountry, treatment: vatCountry === sellerCountry ? "domestic" : "oss" };
  }
  // Article 226 (11a) requires these words.
  const isReversed = vatNote?.includes("Reverse charge") === true;
  const treatment = isReversed ? "reverse_charge" : vatNote === OUTSIDE_EU_NOTE ? "outside_eu" : "not_charged";
  return { ...common, vatCountry: null, treatment };
}

/** By rate, so that the VAT adds up to what the document states. */
function sellerAmounts(content: BookedContent, shares: readonly Pick<InvoiceLine, "netCents" | "vatCents">[]) {
  const { sellerCurrency, exchangeRate, sellerVatCents } = content;
  if (!sellerCurrency || !exchangeRate || sellerVatCents === null || sellerVatCents === undefined) return undefined;
  const vat = spread(
    sellerVatCents,
    shares.map(({ vatCents }) => vatCents),
  );
  return shares.map(({ netCents }, index) => ({
    sellerNetCents: converted(netCents, exchangeRate),
    sellerVatCents: vat[index]!,
  }));
}

/** Cents times a decimal rate like 0.9213, rounded half away from zero. */
export function converted(cents: number, rate: string): number {
  const [whole = "", fraction = ""] = rate.split(".");
  const scale = 10n ** BigInt(fraction.length);
  const exact = BigInt(Math.abs(cents)) * BigInt(whole + fraction);
  return signed(Math.sign(cents), Number((2n * exact + scale) / (2n * scale)));
}
