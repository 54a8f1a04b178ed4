import { inEnglish, saidAgain, t, type Words } from "#languages/words.ts";
import { territoryOf } from "./territory.ts";
import { countryOfNumber, readVatNumber, type VatNumber } from "./vat-number.ts";

/** Standard rate of a member state from a day on. The countries in this table are the EU. */
export type VatRate = { country: string; rateBp: number; validFrom: string };

export const VAT_MODES = ["oss", "home", "off"] as const;
/**
 * `oss`: the rate of the buyer's country; `home`: consumers pay the seller's rate (below the EU
 * threshold); `off`: no VAT at all.
 */
export type VatMode = (typeof VAT_MODES)[number];
export type Seller = { country: string | null; mode: VatMode };

/** The VIES result for a number, or why it was not checked. */
export const NUMBER_STATUSES = ["none", "valid", "invalid", "unverified", "ignored"] as const;
export type NumberStatus = (typeof NUMBER_STATUSES)[number];

export const VAT_TREATMENTS = ["standard", "reverse_charge", "outside_eu", "not_charged", "unknown"] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];

export type NumberCheck = {
  status: Extract<NumberStatus, "valid" | "invalid" | "unverified">;
  at: Date | null;
  reference: string | null;
};

export type Vat = {
  treatment: VatTreatment;
  country: string | null;
  territory?: string | null;
  rateBp: number;
  vatNumber: string | null;
  numberStatus: NumberStatus;
  /** False if the number does not have the format of its state. */
  numberLooksRight: boolean;
  note: string | null;
  checkedAt: string | null;
  reference: string | null;
  /** True until the country and the VAT number are certain. */
  provisional: boolean;
};

/** As they are saved, and stand in electronic invoices. */
export const REVERSE_CHARGE_NOTE = inEnglish(
  t`Reverse charge: VAT is to be accounted for by the recipient (Article 196 of Council Directive 2006/112/EC).`,
);
export const OUTSIDE_EU_NOTE = inEnglish(
  t`No VAT of the European Union: the place of supply is where the customer is (Articles 44, 58 and 59 of Council Directive 2006/112/EC).`,
);

const COUNTS_AS: Record<string, string> = { MC: "FR" };
const TYPED_AS: Record<string, string> = { EL: "GR", XI: "GB" };

export const counted = (country: string): string => COUNTS_AS[country] ?? country;

/**
 * A billing country as ISO code. EL is Greece; XI (Northern Ireland) counts as GB for services, so
 * outside the EU.
 */
export const readCountry = (typed: string): string => TYPED_AS[typed.toUpperCase()] ?? typed.toUpperCase();

export function rateOn(rates: readonly VatRate[], country: string, day: string): number | undefined {
  const own = rates.filter((rate) => rate.country === counted(country) && rate.validFrom <= day);
  return own.toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]?.rateBp;
}

export function vatRatesOf(seller: Seller, rates: readonly VatRate[], day: string): Record<string, number> {
  const buyer = { territory: null, vatNumber: null, numberStatus: "none" } as const;
  const countries = [...new Set(rates.map(({ country }) => country))].sort();
  const vats = countries.map((country) => vatOf({ ...buyer, country }, undefined, seller, rates, day));
  return Object.fromEntries(vats.flatMap(({ country, rateBp }) => (rateBp > 0 ? [[country, rateBp / 100]] : [])));
}

export type Buyer = {
  country: string | null;
  territory: string | null;
  vatNumber: VatNumber | null;
  numberStatus: "none" | "invalid" | "ignored" | "to_check";
};

/** Reads the buyer from a form. The number is checked only where it can change the VAT. */
export function readBuyer(
  typed: { billingCountry: string | null; vatNumber: string | null; address?: string | null },
  { mode }: Seller,
  isMember: (country: string) => boolean,
): Buyer {
  const billed = typed.billingCountry === null ? null : readCountry(typed.billingCountry);
  const territory = territoryOf(billed, typed.address ?? null);
  if (!typed.vatNumber?.trim()) return { country: billed, territory, vatNumber: null, numberStatus: "none" };
  const vatNumber = readVatNumber(typed.vatNumber, billed) ?? null;
  const country = billed ?? vatNumber?.country ?? null;
  const known = { country, territory, vatNumber };
  if (mode === "off" || (country !== null && (territory !== null || !isMember(country))))
    return { ...known, numberStatus: "ignored" };
  if (vatNumber === null) return { ...known, numberStatus: "invalid" };
  const agrees = country !== null && counted(country) === vatNumber.country;
  return { ...known, numberStatus: agrees ? "to_check" : "ignored" };
}

export function vatOf(
  { country, territory, vatNumber, numberStatus: known }: Buyer,
  check: NumberCheck | undefined,
  seller: Seller,
  rates: readonly VatRate[],
  day: string,
): Vat {
  const numberStatus = known === "to_check" ? (check?.status ?? "unverified") : known;
  const facts = {
    country,
    ...(territory !== null && { territory }),
    vatNumber: vatNumber && vatNumber.prefix + vatNumber.number,
    numberStatus,
    numberLooksRight: vatNumber?.looksRight ?? true,
    note: null,
    checkedAt: check?.at?.toISOString() ?? null,
    reference: check?.reference ?? null,
    provisional: false,
  };
  if (seller.mode === "off") return { ...facts, treatment: "not_charged", rateBp: 0 };
  if (country === null) return { ...facts, treatment: "unknown", rateBp: 0, provisional: true };
  const rateBp = rateOn(rates, country, day);
  if (rateBp === undefined || territory !== null) return { ...facts, treatment: "outside_eu", rateBp: 0 };
  const isAbroad = seller.country === null || counted(seller.country) !== counted(country);
  if (isAbroad && numberStatus === "valid")
    return { ...facts, treatment: "reverse_charge", rateBp: 0, note: REVERSE_CHARGE_NOTE };
  const home = seller.mode === "home" && seller.country ? rateOn(rates, seller.country, day) : undefined;
  return {
    ...facts,
    treatment: "standard",
    rateBp: home ?? rateBp,
    provisional: isAbroad && numberStatus === "unverified",
  };
}

export type PriceMessage = { type: "info" | "warning"; code: string; content: Words };

export function vatMessages(vat: Vat): PriceMessage[] {
  const messages: PriceMessage[] = [];
  const say = (type: PriceMessage["type"], code: string, content: Words) => messages.push({ type, code, content });
  const { vatNumber, country, numberStatus } = vat;
  if (vat.treatment === "unknown")
    say("info", "billing_country_missing", t`VAT is not included yet. It depends on the billing country.`);
  if (vat.territory && vat.treatment === "outside_eu")
    say("info", "outside_vat_territory", t`No EU VAT is charged in ${saidAgain(vat.territory)}.`);
  if (numberStatus === "unverified")
    say(
      "warning",
      "vat_number_unverified",
      t`The VAT register is unavailable, so this price ignores the VAT number. We will check the number again before payment.`,
    );
  if (numberStatus === "invalid")
    say("warning", "vat_number_invalid", t`The VAT number is not valid, so VAT is charged.`);
  if (numberStatus === "ignored") {
    const disagrees = vatNumber !== null && country !== null && countryOfNumber(vatNumber) !== counted(country);
    if (disagrees)
      say(
        "warning",
        "vat_number_ignored",
        t`The VAT number is from ${countryOfNumber(vatNumber)} but the billing country is ${country}, so the number is ignored. Correct one of them.`,
      );
    else say("info", "vat_number_not_needed", t`No VAT is charged here, so the VAT number is not needed.`);
  }
  if (!vat.numberLooksRight && numberStatus !== "valid" && numberStatus !== "ignored")
    say("warning", "vat_number_format", t`The VAT number does not have its country's format. Check it for typos.`);
  return messages;
}
