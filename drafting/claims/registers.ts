import { partsIn } from "#core/runtime/phrases.ts";

/** National company registration numbers, which prove the seat. */

const digitsOf = (text: string): number[] => [...text].flatMap((sign) => (/\d/.test(sign) ? [Number(sign)] : []));

/** The Luhn check digit, used in France and Italy. */
function isLuhn(number: string): boolean {
  const digits = digitsOf(number).reverse();
  const sum = digits.reduce((total, digit, at) => {
    const twice = at % 2 === 1 ? digit * 2 : digit;
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return sum > 0 && sum % 10 === 0;
}

function isPolish(number: string): boolean {
  const digits = digitsOf(number);
  const sum = [6, 5, 7, 2, 3, 4, 5, 6, 7].reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  return digits.length === 10 && sum > 0 && sum % 11 === digits[9];
}

/** Validations besides the form. */
const CHECKS: Record<string, (number: string) => boolean> = { IT: isLuhn, FR: isLuhn, PL: isPolish };
/** Countries whose labels are written in capitals only. */
const CAPITALS = "AT CH BE PL DK RU KR CN JP IN AU TH IL MX CO TW SG CL";

/** The labeled format of a country's numbers, and their validation. */
const REGISTERS = [...partsIn("registers")].map(([country, forms]) => ({
  country,
  form: new RegExp(forms.join("|"), CAPITALS.includes(country) ? "u" : "iu"),
  isReal: CHECKS[country] ?? (() => true),
}));

/** The only country with a registration number in a text; null if none or several. */
export function countryByRegister(text: string): string | null {
  const found = new Set(
    REGISTERS.flatMap(({ country, form, isReal }) => {
      const match = form.exec(text);
      return match && isReal(match[1] ?? match[0]) ? [country] : [];
    }),
  );
  const [country = null, ...others] = found;
  return others.length ? null : country;
}
