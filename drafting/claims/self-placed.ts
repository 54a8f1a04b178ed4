import { partsIn } from "#core/runtime/phrases.ts";
import { countriesIn, countryOf } from "#domain/text/countries.ts";
import { pattern } from "#domain/text/pattern.ts";
import { countryOfCity, placeAtStart } from "../cities.ts";
import type { Corpus } from "../corpus.ts";
import { subjectBefore } from "./people.ts";
import { turnsAround } from "./polarity.ts";
import { LEGAL_FORM } from "./postal.ts";
import { isOurs } from "./subject.ts";

/** Where a company is by what it calls itself: "a Swedish company", "a Delaware LLC", "a team in Paris". */

const DEMONYMS = new Map(
  [...partsIn("demonyms")].flatMap(([country, names]) => names.map((name) => [name, country] as const)),
);

/** What may stand between: a "Spanish language school" is no Spanish company. */
const KIND =
  "(?:small |independent |indie |family(?:-owned|-run)? |software |tech(?:nology)? |design |private |non-?profit )";
const SELF = pattern("giu")`
    (?:'re|’re|'m|’m|(?<!\p{L})(?:am|are|is)) an? ${KIND}{0,2}(?<placed>\p{L}[\p{L} ]{2,24}? )?${KIND}{0,2}
    (?<noun>(?:company|corporation|c-corp|llc|startup|start-up|business|studio|agency|team|collective|
    cooperative|co-op|organi[sz]ation|foundation|software house)(?!\p{L}))
    (?: (?:based |located )?(?:in|from|out of|near) (?:the )?(?<place>\p{L}[^.;!?\n]*))?`;

/** "Acme, Inc. is": the stop ends no sentence. */
const FORM = new RegExp(`,?\\s(?:${LEGAL_FORM.source})\\.?(?=\\s$)`, "u");

/** The country that a sentence about the company itself names; null if none or several. */
export function countryOfSelf(text: string, corpus: Corpus): string | null {
  if (countriesIn(text).size > 1) return null;
  for (const { 0: words, index, groups = {} } of text.matchAll(SELF)) {
    const before = text.slice(0, index).replace(FORM, "");
    const subject = subjectBefore(before, before.length);
    const isAboutUs = /(?:^|[\s,])(?:we|i)\s?$/i.test(before) || (subject.trim() !== "" && isOurs(subject, corpus));
    if (!isAboutUs || turnsAround(groups.noun ?? "", `${before}${words}`)) continue;
    const { placed = "", place = "" } = groups;
    const own = placed.trim();
    const country = DEMONYMS.get(own) ?? (/^\p{Lu}/u.test(own) ? countryOf(own) : null) ?? placeCountry(place);
    if (country !== null) return country;
  }
  return null;
}

/** "Paris" or "Austin, TX": a known city, with nothing said of another one. */
function placeCountry(place: string): string | null {
  const [named = ""] = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,3}/u.exec(place) ?? [];
  if (named === "" || / (?:and|&|or|und|et|y) \p{Lu}/u.test(place)) return null;
  return countryOf(named) ?? (countriesIn(place).size === 0 ? countryOfCity(placeAtStart(named) ?? "") : null);
}
