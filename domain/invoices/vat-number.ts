/** A VAT number of a member state (or XI, Northern Ireland) for VIES: the prefix and the rest. */
export type VatNumber = {
  /** EL for Greece, otherwise the country's code. */
  prefix: string;
  number: string;
  /** The country the prefix stands for: GR for EL, GB for XI. */
  country: string;
  /** Whether the format matches its state; only VIES knows whether it is valid. */
  looksRight: boolean;
};

const FORMS: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

const COUNTRY_OF: Record<string, string> = { EL: "GR", XI: "GB" };
const PREFIX_OF: Record<string, string> = { GR: "EL", MC: "FR" };

/** The country of a full number such as EL123456789. */
export const countryOfNumber = (full: string): string => COUNTRY_OF[full.slice(0, 2)] ?? full.slice(0, 2);

/**
 * Parses a number as typed: ignores spaces, dots and hyphens; the prefix is optional if the billing
 * country has one. Undefined if no member state has such numbers.
 */
export function readVatNumber(typed: string, billingCountry: string | null): VatNumber | undefined {
  const text = typed.toUpperCase().replace(/[\s.\-/]/g, "");
  const own = billingCountry === null ? undefined : (PREFIX_OF[billingCountry] ?? billingCountry);
  const named = text.slice(0, 2) === "GR" ? "EL" : text.slice(0, 2);
  const [prefix, number] = Object.hasOwn(FORMS, named) ? [named, text.slice(2)] : [own ?? "", text];
  const form = FORMS[prefix];
  if (!form || !/^[A-Z0-9+*]{2,12}$/.test(number)) return undefined;
  return { prefix, number, country: COUNTRY_OF[prefix] ?? prefix, looksRight: form.test(number) };
}
