import { pattern } from "#domain/text/pattern.ts";

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

const isAny = (): boolean => true;

/** The country, the labeled format of its numbers, and their validation. */
const REGISTERS: [country: string, form: RegExp, isReal: (number: string) => boolean][] = [
  ["IT", /(?<!\p{L})(?:p\.?\s?iva|partita iva)\P{N}{0,24}?(\d{11})(?!\d)/iu, isLuhn],
  [
    "FR",
    /(?<!\p{L})(?:siret|siren|r\.?c\.?s\.?)(?!\p{L})\P{N}{0,40}?(\d{3}\s?\d{3}\s?\d{3}(?:\s?\d{5})?)(?!\d)/iu,
    isLuhn,
  ],
  [
    "ES",
    /(?<!\p{L})[cn]\.?i\.?f\.?(?!\p{L})\W{0,4}(?:ES)?(?:[A-HJNP-SUVW]-?\d{7}[\dA-J]|\d{8}-?[A-Z])(?![\p{L}\d])/iu,
    isAny,
  ],
  [
    "DE",
    /(?<!\p{L})(?:ust|umsatzsteuer|vat)[^\d]{0,60}?(?<!\p{L})DE\s?\d{9}(?!\d)|amtsgericht [^\d]{0,40}HR[AB]\s?\d{2,6}/iu,
    isAny,
  ],
  ["AT", /(?<!\p{L})ATU\s?\d{8}(?!\d)/u, isAny],
  ["CH", /(?<!\p{L})CHE-?\d{3}\.\d{3}\.\d{3}(?!\d)/u, isAny],
  ["NL", /(?<!\p{L})kvk[^\d]{0,24}?\d{8}(?!\d)|(?<!\p{L})NL\s?\d{9}B\d{2}(?!\d)/iu, isAny],
  ["BE", /(?<!\p{L})BE\s?0\d{3}[. ]?\d{3}[. ]?\d{3}(?!\d)/u, isAny],
  ["PL", /(?<!\p{L})NIP(?!\p{L})\P{N}{0,6}?(\d{3}-?\d{3}-?\d{2}-?\d{2}|\d{3}-?\d{2}-?\d{2}-?\d{3})(?!\d)/u, isPolish],
  ["SE", /(?<!\p{L})org(?:anisations)?\.?[\s-]?(?:nr|nummer)\.?\P{N}{0,5}\d{6}-\d{4}(?!\d)/iu, isAny],
  ["DK", /(?<!\p{L})CVR(?!\p{L})[^\d]{0,8}\d{2}\s?\d{2}\s?\d{2}\s?\d{2}(?!\d)/u, isAny],
  ["FI", /y-tunnus[^\d]{0,5}\d{7}-\d(?!\d)/iu, isAny],
  ["BR", /(?<!\p{L})CNPJ[^\d]{0,6}\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?!\d)/iu, isAny],
  ["RU", /(?<!\p{L})(?:ОГРН(?:ИП)?[^\d]{0,5}(?:\d{15}|\d{13})|ИНН[^\d]{0,5}(?:\d{12}|\d{10}))(?!\d)/u, isAny],
  ["KR", /사업자\s?등록\s?번호[^\d]{0,5}\d{3}-\d{2}-\d{5}(?!\d)/u, isAny],
  ["CN", /ICP[备證证]|公网安备|统一社会信用代码/u, isAny],
  ["JP", /法人番号[^\d]{0,5}\d{13}(?!\d)|(?<![\p{L}\d])T\d{13}(?!\d)/u, isAny],
  ["TR", /mersis[^\d]{0,12}\d{16}(?!\d)|vergi (?:no|numarası)[^\d]{0,5}\d{10}(?!\d)/iu, isAny],
  ["IN", /(?<!\p{L})GSTIN[^\d]{0,5}\d{2}[A-Z]{5}\d{4}[A-Z]\dZ/u, isAny],
  ["AU", /(?<!\p{L})ABN[^\d]{0,5}\d{2}\s?\d{3}\s?\d{3}\s?\d{3}(?!\d)/u, isAny],
  [
    "GB",
    pattern("iu")`
      registered in (?:england|scotland|wales|northern ireland)[^\d]{0,60}(?:\d{7,8}|(?:SC|NI|
      OC)\d{6})(?!\d)|(?<!\p{L})VAT[^\d]{0,30}(?<!\p{L})GB\s?\d{3}\s?\d{4}\s?\d{2}(?!\d)`,
    isAny,
  ],
  [
    "NO",
    /(?<!\p{L})org(?:anisasjons)?\.?[\s-]?(?:nr|nummer)\.?\P{N}{0,5}(?:NO\s?)?\d{3}\s?\d{3}\s?\d{3}(?![\d-])/iu,
    isAny,
  ],
  ["CZ", /(?<!\p{L})(?:DIČ|VAT|IČ\s?DPH)\P{N}{0,12}CZ\s?\d{8,10}(?!\d)/iu, isAny],
  ["SK", /(?<!\p{L})(?:DIČ|VAT|IČ\s?DPH)\P{N}{0,12}SK\s?\d{10}(?!\d)/iu, isAny],
  ["HU", /(?:adószám|cégjegyzékszám)\P{N}{0,6}(?:\d{8}-\d-\d{2}|\d{2}-\d{2}-\d{6})(?!\d)/iu, isAny],
  [
    "RO",
    /(?<!\p{L})(?:CUI|CIF|C\.U\.I\.)\P{N}{0,6}(?:RO\s?)?\d{6,10}(?!\d)|(?<![\p{L}\d])J\d{1,2}\/\d{1,6}\/(?:19|20)\d\d(?!\d)/iu,
    isAny,
  ],
  ["UA", /(?:ЄДРПОУ|РНОКПП)\P{N}{0,6}(?:\d{8}|\d{10})(?!\d)/iu, isAny],
  ["GR", /(?<!\p{L})(?:ΑΦΜ|Α\.Φ\.Μ\.|ΓΕΜΗ|Γ\.Ε\.ΜΗ\.)\P{N}{0,6}\d{9,12}(?!\d)/iu, isAny],
  ["VN", /(?:mã số (?:thuế|doanh nghiệp)|(?<!\p{L})(?:MST|MSDN))(?!\p{L})\P{N}{0,6}\d{10}(?!\d)/iu, isAny],
  ["ID", /(?<!\p{L})NPWP\P{N}{0,6}\d{2}\.\d{3}\.\d{3}\.\d-\d{3}\.\d{3}(?!\d)/iu, isAny],
  ["TH", /เลข(?:ทะเบียนนิติบุคคล|ประจำตัวผู้เสียภาษี)\P{N}{0,10}\d{13}(?!\d)/u, isAny],
  ["IL", /(?:ח["״.]?פ|ע["״]?מ|עוסק מורשה)\.?\P{N}{0,6}\d{8,9}(?!\d)/u, isAny],
  ["PT", /(?<!\p{L})NIPC\P{N}{0,6}\d{3}\s?\d{3}\s?\d{3}(?!\d)/iu, isAny],
  ["EE", /(?:registrikood|reg(?:istri)?\.?\s?kood)\P{N}{0,6}\d{8}(?!\d)/iu, isAny],
  ["MX", /(?<!\p{L})RFC\s?[:：]\s?[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}(?![\p{L}\d])/u, isAny],
  ["CO", /(?<!\p{L})NIT\.?\P{N}{0,4}\d{3}\.?\d{3}\.?\d{3}-\d(?!\d)/u, isAny],
  ["AR", /(?<!\p{L})CUIT\P{N}{0,4}\d{2}-\d{8}-\d(?!\d)/iu, isAny],
  ["TW", /統一編號\P{N}{0,4}\d{8}(?!\d)/u, isAny],
  ["SG", /(?<!\p{L})UEN\P{N}{0,6}\d{8,9}[A-Z](?!\p{L})/u, isAny],
  ["CL", /(?<!\p{L})RUT[^\d]{0,5}\d{1,2}\.\d{3}\.\d{3}-[\dkK]/u, isAny],
];

/** The only country with a registration number in a text; null if none or several. */
export function countryByRegister(text: string): string | null {
  const found = new Set(
    REGISTERS.flatMap(([country, form, isReal]) => {
      const match = form.exec(text);
      return match && isReal(match[1] ?? match[0]) ? [country] : [];
    }),
  );
  const [country = null, ...others] = found;
  return others.length ? null : country;
}
