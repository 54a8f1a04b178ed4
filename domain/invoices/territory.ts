import { inEnglish, t } from "#languages/words.ts";

/**
 * Places within a member state that are outside the EU VAT territory (Article 6 of Directive
 * 2006/112/EC) or have special rules, identified by postal code.
 */
type Place = { name: string; code: RegExp; named?: RegExp };

const FIVE_DIGITS = /\b\d{5}\b/g;

/** Postal code format per country, and its special places. Monaco (980xx) counts as France. */
const PLACES: Record<string, { codes: RegExp; places: Place[] }> = {
  DE: {
    codes: FIVE_DIGITS,
    places: [
      { name: "Büsingen am Hochrhein", code: /^78266$/ },
      { name: "Helgoland", code: /^27498$/ },
    ],
  },
  ES: {
    codes: FIVE_DIGITS,
    places: [
      { name: inEnglish(t`the Canary Islands`), code: /^(35|38)/ },
      { name: "Ceuta", code: /^51/ },
      { name: "Melilla", code: /^52/ },
    ],
  },
  FI: { codes: FIVE_DIGITS, places: [{ name: "Åland", code: /^22/ }] },
  FR: { codes: FIVE_DIGITS, places: [{ name: inEnglish(t`an overseas territory of France`), code: /^9(7|8[4678])/ }] },
  GB: { codes: /\bBT\d{1,2}\s*\d[A-Z]{2}\b/gi, places: [{ name: inEnglish(t`Northern Ireland`), code: /^BT/i }] },
  GR: { codes: /\b\d{3} ?\d{2}\b/g, places: [{ name: inEnglish(t`Mount Athos`), code: /^630 ?86$/ }] },
  IT: {
    codes: FIVE_DIGITS,
    places: [
      { name: "Livigno", code: /^23041$/ },
      { name: "Campione d'Italia", code: /^22061$/ },
      // Older addresses have a postal code that is shared with other places.
      { name: "Livigno", code: /^23030$/, named: /\blivigno\b/i },
      { name: "Campione d'Italia", code: /^22060$/, named: /\bcampione d.italia\b/i },
    ],
  },
};

/** The special place of a billing address, by the last postal code in it. */
export function territoryOf(country: string | null, address: string | null): string | null {
  const known = country === null ? undefined : PLACES[country];
  const code = known && address?.match(known.codes)?.at(-1);
  if (!known || !address || !code) return null;
  return known.places.find(({ code: own, named }) => own.test(code) && (named?.test(address) ?? true))?.name ?? null;
}
