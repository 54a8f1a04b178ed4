import aliases from "./country-aliases.json" with { type: "json" };
import { once } from "./once.ts";
import { fold } from "./text.ts";

const CODES = (
  "AD AE AF AG AI AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF " +
  "CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FO FR GA GB GD GE GH " +
  "GI GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KM KN KP " +
  "KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ " +
  "NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PR PS PT PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL " +
  "SM SN SO SR SS SV SY SZ TD TG TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VA VC VE VG VN VU WS XK " +
  "YE ZA ZM ZW"
).split(" ");
const LANGUAGES = "en de fr es it nl pt pl sv da fi cs tr ru ja zh ko nb id ar uk hu ro el sk hr vi".split(" ");

/** In these scripts two characters may name a country. */
const COMPACT = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Katakana}]{2,}$/u;

/** Normalized country names with codes, and the pattern that finds them. */
const tables = once(() => {
  const names = new Map<string, string>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of CODES) {
      const name = display.of(code);
      if (name && (name.length > 3 || COMPACT.test(name)) && !names.has(fold(name))) names.set(fold(name), code);
    }
  }
  // Without the US state of Georgia.
  for (const [name, code] of Object.entries(aliases)) names.set(name, code);
  // Longest first, so that "Guinea-Bissau" is not read as "Guinea".
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length).map(RegExp.escape);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return { names, pattern };
});

export const countryNames = (): ReadonlyMap<string, string> => tables().names;

export function countriesIn(text: string): Set<string> {
  const { names, pattern } = tables();
  return new Set([...fold(text).matchAll(pattern)].flatMap(([name]) => names.get(name) ?? []));
}

/**
 * The code of a text that is just a country: a name in one of many languages, or an ISO code in
 * capitals.
 */
export function countryOf(text: string): string | null {
  const trimmed = text.trim().replace(/(?<![.,;])[.,;]+$/, "");
  if (/^[A-Z]{2}$/.test(trimmed)) return trimmed === "UK" ? "GB" : CODES.includes(trimmed) ? trimmed : null;
  const { names } = tables();
  return names.get(fold(trimmed)) ?? names.get(fold(trimmed).replace(/^the /, "")) ?? null;
}
