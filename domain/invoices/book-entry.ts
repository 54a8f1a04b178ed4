import { spread } from "../orders/money.ts";
import { given } from "../text/given.ts";
import { type InvoiceContent, type InvoiceKind, type VatShare, vatShares } from "./invoice.ts";
import { counted, OUTSIDE_EU_NOTE } from "./vat.ts";

/** VAT treatment of a sale: seller's country, another member state, or no VAT and why. */
export const BOOK_TREATMENTS = ["domestic", "oss", "reverse_charge", "outside_eu", "not_charged"] as const;
export type BookTreatment = (typeof BOOK_TREATMENTS)[number];

type Place = {
  vatCountry: string | null;
  treatment: BookTreatment;
  sellerCountry: string | null;
  country: string | null;
  vatNumber: string | null;
  /** Date of payment. A credit note corrects the VAT period of this day. */
  suppliedOn: string;
};

/** One invoice or credit note at one VAT rate. Credit note amounts are negative. */
export type BookEntry = Place & {
  number: string;
  rateBp: number;
  kind: InvoiceKind;
  credits: string | null;
  issuedOn: string;
  orderNumber: string;
  buyer: string;
  currency: string;
  netCents: number;
  vatCents: number;
  totalCents: number;
  sellerCurrency: string | null;
  sellerNetCents: number | null;
  sellerVatCents: number | null;
};

/** Amounts in the seller's currency. Older documents have none. */
export type SellerAmounts = { sellerCurrency: string; exchangeRate: string; sellerVatCents: number };
export type BookedContent = InvoiceContent & { [Name in keyof SellerAmounts]?: SellerAmounts[Name] | null };

/** Whose VAT applies: below the EU threshold, consumers pay the seller's. */
export type TaxedIn = "seller" | "buyer";

type Share = VatShare & { place: Place };

/**
 * The entries of a document, one per rate. `credited` are the entries of the credited invoice and
 * its earlier credit notes; buyer and seller are taken from them.
 */
export function entriesOf(
  number: string,
  content: BookedContent,
  { taxedIn, credited }: { taxedIn: TaxedIn; credited: readonly BookEntry[] },
): BookEntry[] {
  const { kind, credits, issuedOn, orderNumber, buyer, currency, lines } = content;
  const sign = kind === "invoice" ? 1 : -1;
  const shares = vatShares(lines).flatMap((share): Share[] =>
    credited.length > 0
      ? creditShares(share, content, credited)
      : [{ ...share, place: placeOf(content, share, taxedIn) }],
  );
  const inSellers = sellerAmounts(content, shares);
  return shares.map(({ rateBasisPoints: rateBp, netCents, vatCents, place }, index) => ({
    ...{ number, rateBp, kind, credits, issuedOn, orderNumber, ...place, buyer: buyer.name, currency },
    netCents: signed(sign, netCents),
    vatCents: signed(sign, vatCents),
    totalCents: signed(sign, netCents + vatCents),
    sellerCurrency: inSellers ? (content.sellerCurrency ?? null) : null,
    sellerNetCents: inSellers ? signed(sign, given(inSellers[index]).sellerNetCents) : null,
    sellerVatCents: inSellers ? signed(sign, given(inSellers[index]).sellerVatCents) : null,
  }));
}

/**
 * What a credit note reverses. A VAT-only credit note (the VAT number proved valid) moves the net
 * amount to reverse charge, and later credit notes take it from there.
 */
function creditShares(share: VatShare, content: InvoiceContent, credited: readonly BookEntry[]): Share[] {
  const { rateBasisPoints, netCents, vatCents } = share;
  const at = (rateBp: number) => credited.find((entry) => entry.rateBp === rateBp);
  const placeAt = (rateBp: number) => placeIn(at(rateBp) ?? given(credited[0]));
  const moved = at(0);
  if (vatCents === 0 && rateBasisPoints > 0 && moved) return [{ ...share, rateBasisPoints: 0, place: placeIn(moved) }];
  const place = placeAt(rateBasisPoints);
  if (netCents > 0 || vatCents === 0 || !isReversed(content)) return [{ ...share, place }];
  const rest = credited
    .filter((entry) => entry.rateBp === rateBasisPoints)
    .reduce((sum, entry) => sum + entry.netCents, 0);
  const reversed = {
    ...({ ...place, treatment: "reverse_charge", vatCountry: null, vatNumber: content.buyer.vatNumber } as const),
  };
  return [
    { rateBasisPoints, netCents: rest, vatCents, place },
    { rateBasisPoints: 0, netCents: -rest, vatCents: 0, place: reversed },
  ];
}

const placeIn = ({ vatCountry, treatment, sellerCountry, country, vatNumber, suppliedOn }: Place): Place => ({
  ...{ vatCountry, treatment, sellerCountry, country, vatNumber, suppliedOn },
});

/** Article 226 (11a) requires these words. */
const isReversed = ({ vatNote }: InvoiceContent): boolean => vatNote?.includes("Reverse charge") === true;

const signed = (sign: number, cents: number): number => (cents === 0 ? 0 : sign * cents);

function placeOf(content: InvoiceContent, { rateBasisPoints }: VatShare, taxedIn: TaxedIn): Place {
  const { seller, buyer, issuedOn, paidOn, vatNote } = content;
  const sellerCountry = seller.country && counted(seller.country);
  const common = { sellerCountry, country: buyer.country, vatNumber: buyer.vatNumber, suppliedOn: paidOn ?? issuedOn };
  if (rateBasisPoints > 0) {
    const vatCountry = (taxedIn === "seller" ? sellerCountry : null) ?? (buyer.country && counted(buyer.country));
    return { ...common, vatCountry, treatment: vatCountry === sellerCountry ? "domestic" : "oss" };
  }
  const untaxed = vatNote === OUTSIDE_EU_NOTE ? "outside_eu" : "not_charged";
  return { ...common, vatCountry: null, treatment: isReversed(content) ? "reverse_charge" : untaxed };
}

/** Split by rate so that the VAT adds up to the document's total. */
function sellerAmounts(content: BookedContent, shares: readonly VatShare[]) {
  const { sellerCurrency, exchangeRate, sellerVatCents } = content;
  if (!sellerCurrency || !exchangeRate || sellerVatCents === null || sellerVatCents === undefined) return undefined;
  const vat = spread(
    sellerVatCents,
    shares.map(({ vatCents }) => vatCents),
  );
  return shares.map(({ netCents }, index) => ({
    sellerNetCents: converted(netCents, exchangeRate),
    sellerVatCents: given(vat[index]),
  }));
}

/** Cents times a decimal rate like 0.9213, rounded half away from zero. */
export function converted(cents: number, rate: string): number {
  const [whole = "", fraction = ""] = rate.split(".");
  const scale = 10n ** BigInt(fraction.length);
  const exact = BigInt(Math.abs(cents)) * BigInt(whole + fraction);
  return signed(Math.sign(cents), Number((2n * exact + scale) / (2n * scale)));
}
