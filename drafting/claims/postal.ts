import { phrasesIn } from "#core/runtime/phrases.ts";
import { countriesIn, countryOf } from "#domain/text/countries.ts";
import { pattern } from "#domain/text/pattern.ts";
import { placeAtStart } from "../cities.ts";

const phrases = phrasesIn("places");

/** Postal address formats by country, shared by the finder and the check. */

const LINK = "am|an|der|den|de|del|des|la|le|les|los|las|el|sur|sous|en|di|da|do|dos|im|in|bei|ob|upon|on|aan|op|i";
export const CITY = `\\p{Lu}[\\p{L}'’.-]+(?:[ -](?:(?:${LINK}) )?\\p{Lu}[\\p{L}'’-]+){0,3}`;
export const STATES =
  "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]";
const UK_POSTCODE = "(?:GIR ?0AA|[A-PR-UWYZ][A-HK-Y]?\\d[A-Z\\d]? ?\\d[ABD-HJLNP-UW-Z]{2})";
/** Uses UK postcodes, but is not part of the UK. */
const ISLANDS = /\b(?:JE|GY|IM)\d/;

const US = new RegExp(`(${CITY}),? (?:${STATES})\\.?,? \\d{5}(?:-\\d{4})?(?!\\d)`, "u");
const UK = new RegExp(`(?<![\\p{L}\\p{N}])${UK_POSTCODE}(?![\\p{L}\\p{N}])`, "u");
const IRISH = /(?<![\p{L}\p{N}])[AC-FHKNPRTV-Y]\d[\dW] ?(?=\p{L}*\d)[AC-FHKNPRTV-Y\d]{4}(?![\p{L}\p{N}])/u;
const PORTUGUESE = new RegExp(`(?<!\\d)\\d{4}-\\d{3} ${CITY}`, "u");
const PORTUGUESE_MARK = new RegExp(phrases("Portuguese mark"), "iu");
const POLISH = new RegExp(`(?<!\\d)\\d{2}-\\d{3} ${CITY}`, "u");
const POLISH_MARK = new RegExp(phrases("Polish mark"), "iu");
const DUTCH = new RegExp(`(?<![\\p{L}\\p{N}])\\d{4} ?[A-Z]{2},? +(${CITY})`, "u");
const JAPANESE =
  /〒?\s?\d{3}-\d{4}\s*(?:日本)?\s*(東京|北海道|(?:京都|大阪)府|\p{sc=Han}{2,3}県)(?:都)?(\p{sc=Han}+?市)?/u;
const ROMANISED = pattern("u")`
    (?:\p{Lu}\p{L}+-(?:ku|shi|cho|machi)\b.*?|^.*?)(Tokyo|Osaka|Kyoto|Yokohama|Nagoya|Fukuoka|Sapporo|
    Kobe|Sendai)[,\s]+(?:〒\s?)?\d{3}-\d{4}`;
/** "10115 Berlin", "CH-8001 Zürich", "75011 Paris CEDEX 11". */
const CODE_FIRST = new RegExp(`(?:^|[\\s,(])(?:([A-Z]{1,2})[- ])?(\\d{4,5}),?(?: [·•])? +(${CITY})`, "u");
/** "9000 Gent Leopoldstraat 8" */
const NEXT_STREET = /\s\p{L}{3,}(?:straat|laan|gracht|plein|stra(?:ß|ss)e|weg|gasse|platz|gatan|gade|vej|katu|utca)$/iu;
/** "541 02 Trutnov", "05-120 Legionowo": any postcode, if the place is known. */
const ANY_CODE = new RegExp(`(?<!\\d)(?:\\d{3} \\d{2}|\\d{2}-\\d{3}|\\d{6}),? +(${CITY})`, "u");
const ANDORRAN = new RegExp(`(?<![\\p{L}\\p{N}])AD ?\\d{3},? +(${CITY})`, "u");
const PREFIXES: Record<string, string> = {
  D: "DE",
  DE: "DE",
  A: "AT",
  AT: "AT",
  CH: "CH",
  F: "FR",
  FR: "FR",
  I: "IT",
  IT: "IT",
  E: "ES",
  ES: "ES",
  L: "LU",
  B: "BE",
  AD: "AD",
};

const GERMAN_STREET = new RegExp(phrases("German street"), "iu");
const FRENCH_STREET = new RegExp(phrases("French street"), "iu");
const SPANISH_STREET = new RegExp(phrases("Spanish street"), "iu");
export const ITALIAN_STREET = new RegExp(phrases("Italian street"), "iu");
/** Five digits are a postcode in many countries; these words are only French. */
const FRENCH_MARK = new RegExp(phrases("French mark"), "iu");
const SPANISH_MARK = new RegExp(phrases("Spanish mark"), "iu");
const ITALIAN_MARK = new RegExp(phrases("Italian mark"), "iu");

/** Street, house or floor: the part of an address besides the town. */
export const STREET = new RegExp(phrases("street"), "iu");
export const LEGAL_FORM = new RegExp(phrases("legal form"), "u");

const COUNTY = new RegExp(phrases("county"), "i");

const LINKS = new Set(LINK.split("|"));

/** Links of a footer that follow an address: "8001 Zürich Impressum". */
const BESIDE = new RegExp(phrases("links of footers"), "u");

export function cityIn(line: string): string | undefined {
  const [, prefecture, place] = JAPANESE.exec(line) ?? [];
  if (prefecture) return place ?? prefecture.replace(/[府県]$/, "");
  const first = CODE_FIRST.exec(line);
  const city =
    US.exec(line)?.[1] ??
    DUTCH.exec(line)?.[1] ??
    ANDORRAN.exec(line)?.[1] ??
    ROMANISED.exec(line)?.[1] ??
    britishCity(line) ??
    first?.[3];
  // "Paris CEDEX 11", "Milano MI" and "Berlin Germany" end before that.
  const town = city
    ?.replace(BESIDE, "")
    .replace(/\s+(?:CEDEX|[A-Z]{2})$/i, "")
    .replace(/[.,-]+$/, "");
  const words = town?.split(" ") ?? [];
  const at = words.findIndex(
    (word, place) => place > 0 && countryOf(word) !== null && !LINKS.has(words[place - 1] ?? ""),
  );
  const named = at < 0 ? town : words.slice(0, at).join(" ");
  if (named && countryOf(named) === null) return named.replace(NEXT_STREET, "");
  const coded = ANY_CODE.exec(line)?.[1];
  return coded && placeAtStart(coded);
}

/** The part before the postcode that is not a county, number or street. */
function britishCity(line: string): string | undefined {
  const match = UK.exec(line);
  if (!match) return undefined;
  const parts = line
    .slice(0, match.index)
    .split(/[,•·|]/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !COUNTY.test(part));
  const town = parts.at(-1) ?? "";
  return new RegExp(`^${CITY}$`, "u").test(town) && !STREET.test(town) ? town : undefined;
}

/** Whether a line is only a postcode, with its town above. */
export const isPostcode = (line: string): boolean => line.length <= 10 && UK.test(line);

/** Domains registered almost only within the country. */
const LOCAL = new Set(
  (
    "at be ch de dk es fi fr it no se nl pl cz sk hu ro pt gr hr si bg lt lv ee ie tr ua ru kz br ar cl " +
    "pe mx jp kr tw vn th id my za nz au ca"
  ).split(" "),
);

/** The country of such a domain. */
export function countryOfDomain(domain: string | null): string | null {
  const tld = domain?.split(".").at(-1) ?? "";
  return tld === "uk" ? "GB" : LOCAL.has(tld) ? tld.toUpperCase() : null;
}

/** Postcode length in countries where domain, postcode and street together identify the country. */
const DIGITS: Record<string, number> = {
  at: 4,
  be: 4,
  ch: 4,
  de: 5,
  dk: 4,
  es: 5,
  fi: 5,
  fr: 5,
  it: 5,
  lu: 4,
  no: 4,
  se: 5,
};

/**
 * The country by an address's form, or by form and domain together; null if it names a country or
 * is ambiguous. `domain` is the registrable one.
 */
export function countryByForm(address: string, domain: string | null = null): string | null {
  if (countriesIn(address).size > 0) return null;
  const text = address.replace(/\s+/g, " ");
  if (JAPANESE.test(text) || (ROMANISED.test(text) && /-(?:ku|shi)\b/.test(text))) return "JP";
  if (US.test(text)) return "US";
  if (UK.test(text) && (STREET.test(text) || LEGAL_FORM.test(text))) return ISLANDS.test(text) ? null : "GB";
  if (IRISH.test(text) && (STREET.test(text) || LEGAL_FORM.test(text))) return "IE";
  if (PORTUGUESE.test(text) && PORTUGUESE_MARK.test(text)) return "PT";
  if (POLISH.test(text) && POLISH_MARK.test(text)) return "PL";
  const tld = domain?.split(".").at(-1) ?? "";
  if (DUTCH.test(text) && (LEGAL_FORM.test(text) || tld === "nl")) return "NL";
  const [, prefix, code = ""] = CODE_FIRST.exec(text) ?? [];
  if (prefix !== undefined && PREFIXES[prefix]) return PREFIXES[prefix];
  if (code !== "" && code.length === DIGITS[tld] && STREET.test(text)) return tld.toUpperCase();
  if (code.length !== 5 || prefix !== undefined) return null;
  if (GERMAN_STREET.test(text)) return "DE";
  if (FRENCH_STREET.test(text) && FRENCH_MARK.test(text) && !/^98/.test(code)) return "FR";
  if (ITALIAN_STREET.test(text) && ITALIAN_MARK.test(text) && !/^(?:4789|00120)/.test(code)) return "IT";
  if (SPANISH_STREET.test(text) && SPANISH_MARK.test(text)) return "ES";
  return null;
}
