import { phrasesIn } from "#core/runtime/phrases.ts";
import type { Block, SitePage } from "#domain/drafts/site.ts";
import { countryOf } from "#domain/text/countries.ts";
import { pattern } from "#domain/text/pattern.ts";
import { countryOfCity } from "../cities.ts";
import { pathOf } from "../corpus.ts";
import { othersAddresses } from "./others-addresses.ts";
import { CITY, cityIn, ITALIAN_STREET, LEGAL_FORM, STATES, STREET } from "./postal.ts";

const phrases = phrasesIn("places");

/**
 * Addresses without a postcode, as in footers and legal notices. Shared by the finder and the
 * check.
 */

export type PlaceLine = { city: string | null; country: string | null };

const LABEL = new RegExp(phrases("address labels"), "iu");
/** "Email: hello@acme.it Web: acme.it Indirizzo: Roma, Italia" */
const OTHER_LABELS = /^.*\s(?=(?:indirizzo|address|adresse|direcci[óo]n|endere[çc]o|adres)\s?:)/iu;
const SEAT_LABEL = new RegExp(phrases("seat label"), "iu");

const PROVINCE = "(?:\\s\\(\\p{Lu}{2}\\))?";
const NAMED = new RegExp(
  `^(${CITY})${PROVINCE}(?:,\\s([\\p{L} '’.-]{2,30}))?,\\s?(?:the )?([\\p{Lu}][^,]{2,80})$`,
  "u",
);
const ALONE = new RegExp(`^(${CITY})${PROVINCE}(?:,\\s[\\p{L} '’.-]{2,30})?$`, "u");
const AFTER_STREET = new RegExp(`\\d.*?(?:,|\\s[–—-])\\s*(${CITY})(${PROVINCE})$`, "u");

/**
 * "2900 Hellerup, Danmark" and "Olsztyn 11-041, Polska": any postcode, because the country is
 * named.
 */
const CODE = "(?:\\p{Lu}{1,2}[- ])?(?:\\d{4,6}|\\d{2,3}[ -]\\d{2,4})";
const WITH_CODE = new RegExp(
  `(?:(?:^|[,\\s])${CODE},? (${CITY})|(?:^|,\\s)(${CITY}),? ${CODE})${PROVINCE},\\s?(\\p{Lu}[^,]{2,60})$`,
  "u",
);
const CODE_LAST = new Set(
  "US CA GB IE AU NZ IN PK BD LK PH SG HK MY ZA NG KE GH AE JP KR TW CN RU UA BY KZ BR AR CL CO PE".split(" "),
);
/** "Austin, TX": the state alone could be a country. */
const AMERICAN = new RegExp(`^(${CITY}),\\s(?:${STATES})$`, "u");
/** "Acme Ltd, Cyprus" */
const OF_COMPANY = /[,，]\s?([^,，]{2,40})$/u;

const JAPANESE = pattern("u")`
    (?:(東京)都|(?:北海道|京都府|大阪府|\p{sc=Han}{2,3}県))\s?(?:(\p{sc=Han}{1,6}?[市区])|
    (?:\p{sc=Han}{1,4}?郡)?(\p{sc=Han}{1,5}?[町村]))[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]*\s?[\d０-９一二三四五六七八九十]`;
/** Sellers may give the rest of their address on request. */
const LABELLED_JAPANESE = /^(?:(東京)都|(?:北海道|京都府|大阪府|\p{sc=Han}{2,3}県)(\p{sc=Han}{1,6}?[市区]))/u;
const KOREAN =
  /(?:(서울|부산|대구|인천|광주|대전|울산|세종)(?:특별시|광역시|특별자치시|시)|\p{sc=Hangul}{2,4}도\s(\p{sc=Hangul}{2,4})시)\s\p{sc=Hangul}+[구군읍면동로길].*\d/u;
const CHINESE = /(?:\p{sc=Han}{2,3}省)?(\p{sc=Han}{2,3})市\p{sc=Han}{1,5}[区县]\p{sc=Han}+(?:路|街|道|巷|大厦|园)/u;
const ASIAN: [country: string, form: RegExp][] = [
  ["JP", JAPANESE],
  ["KR", KOREAN],
  ["CN", CHINESE],
];

const TURKISH = new RegExp(
  `(?:\\b(?:mah|mh|cad|cd|sok|sk|bulv|blv)\\.|\\b(?:mahallesi|caddesi|sokak|sokağı|bulvarı)|` +
    `\\bno\\s?:).*?(?:\\b\\d{5}\\s)?(?:${CITY})\\s?/\\s?(${CITY})\\s*(?:[,–-]?\\s?(?:Türkiye|Turkey))?$`,
  "iu",
);
/** "© 2026 Acme – Portugal": owner and place of the website. */
const COPYRIGHT = /^(?:©|\(c\)|copyright)\s.*(?:[,|·•]|\s[–—-])\s?([\p{L} '’.-]{3,30}?)\.?$/iu;
const MOST_LABEL = 30;

/** A block with its address label from the preceding block, as in tables and contact lists. */
export function labelled(block: Block, before: Block | undefined): string {
  if (before === undefined || before.region !== block.region || before.text.length > MOST_LABEL) return block.text;
  const label = `${before.text.replace(/\s*[:：]$/, "").replace(/^\P{L}+/u, "")}: `;
  return LABEL.test(label) ? `${label}${block.text}` : block.text;
}

/** The places in an address block; the country may be in the next block. */
export function placesOf(block: Block, page: SitePage): (PlaceLine & { quote: string })[] {
  const at = page.blocks.indexOf(block);
  const next = page.blocks[at + 1];
  const line = labelled(block, page.blocks[at - 1]);
  const alone = placesOnLine(line).map((place) => ({ ...place, quote: block.text }));
  const isCountry = next?.region === block.region && next.text.length > 3 && countryOf(next.text) !== null;
  const isLabelled = line !== block.text;
  if (alone.length > 0 || !isCountry || !(isLabelled || /\d{3}/.test(block.text))) return alone;
  const quote = `${block.text} ${next.text}`;
  return placesOnLine(`${block.text}, ${next.text}`).map(({ city, country }) => ({
    city: isLabelled ? city : null,
    country,
    quote,
  }));
}

/** Places in the parts of a line: a town with its country, or after a street. */
export function placesOnLine(text: string): PlaceLine[] {
  const owner = countryOf(COPYRIGHT.exec(text)?.[1] ?? "");
  if (owner !== null) return [{ city: null, country: owner }];
  const parts = text.split(/\s*[|·•\n]\s*|\.\s/u);
  const smaller = parts.flatMap((part) => part.split(/\s[–—-]\s/u)).filter((part) => !parts.includes(part));
  return [...parts, ...smaller].flatMap(
    (part) => placeOf(part.replace(/^\P{L}+(?=\p{L})/u, "").replace(/[.\s]+$/, "")) ?? [],
  );
}

function placeOf(part: string): PlaceLine | null {
  for (const [country, form] of ASIAN) {
    const city = form.exec(part)?.slice(1).find(Boolean);
    if (city) return { city, country };
  }
  const [, tokyo, town] = LABELLED_JAPANESE.exec(LABEL.test(part) ? part.replace(LABEL, "") : "") ?? [];
  if (tokyo || town) return { city: tokyo ?? town ?? null, country: "JP" };
  const turkish = TURKISH.exec(part)?.[1];
  if (turkish && isTown(turkish)) return { city: turkish, country: "TR" };
  const line = part.replace(OTHER_LABELS, "").replace(LABEL, "").trim();
  const [, afterCode, beforeCode, stated = ""] = WITH_CODE.exec(line) ?? [];
  const coded = afterCode ?? beforeCode;
  const codedIn = coded && isTown(coded) ? countryOf(stated) : null;
  if (coded && codedIn !== null && !(afterCode && CODE_LAST.has(codedIn))) return { city: coded, country: codedIn };
  const american = AMERICAN.exec(line)?.[1];
  if (american && countryOfCity(american) === "US") return { city: american, country: "US" };
  const [, named, between = "", land = ""] = NAMED.exec(line) ?? [];
  const country = named && isTown(named) ? countryAt(land) : null;
  // "Sangkat Preaek Pra, Phnom Penh, Cambodia" begins with a district.
  const isDistrict = country !== null && countryOfCity(between) === country && countryOfCity(named ?? "") !== country;
  if (named && country !== null) return { city: isDistrict ? between : named, country };
  const [, street, province] = (STREET.test(line) && AFTER_STREET.exec(line)) || [];
  if (street && isTown(street)) return { city: street, country: ITALIAN_STREET.test(line) && province ? "IT" : null };
  const known = cityIn(line);
  if (known && countryOfCity(known) !== null) return { city: known, country: countryOfCity(known) };
  const company = OF_COMPANY.exec(line);
  const [, end = ""] = company ?? [];
  const companyIn = company && LEGAL_FORM.test(line.slice(0, company.index)) ? countryOf(end) : null;
  if (companyIn !== null && end.length > 2) return { city: null, country: companyIn };
  const seat = SEAT_LABEL.test(part) ? ALONE.exec(line)?.[1] : undefined;
  return seat && isTown(seat) ? { city: seat, country: null } : null;
}

/** Towns contain lower-case letters; "SDN BHD" is a company form. */
const isTown = (name: string): boolean =>
  /\p{Ll}/u.test(name) && countryOf(name) === null && !STREET.test(name) && !LEGAL_FORM.test(name);

/** The country that words begin with. Two-letter codes are too ambiguous. */
export function countryAt(words: string): string | null {
  const parts = words.trim().split(/\s+/);
  for (let count = Math.min(4, parts.length); count > 0; count--) {
    const name = parts.slice(0, count).join(" ");
    const next = parts[count];
    if (name.length > 2 && (next === undefined || /^\p{Lu}/u.test(next)) && countryOf(name) !== null)
      return countryOf(name);
  }
  return null;
}

export const LEGAL = new RegExp(phrases("legal pages"), "");

/** Whether a block is where a website names its owner: footer, contacts or legal notice. */
export function isWhoseItIs(block: Block, page: SitePage): boolean {
  if (block.region === "quote" || block.region === "nav" || othersAddresses(page).has(block)) return false;
  if (block.region === "footer" || block.tag === "address") return page.kind !== "blog" && page.kind !== "changelog";
  return page.kind === "contact" || page.kind === "about" || LEGAL.test(pathOf(page));
}
