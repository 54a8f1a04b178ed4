import type { PRICING_MODELS, STAGES } from "#domain/listings/fields.ts";
import { countriesIn } from "#domain/text/countries.ts";
import { fold } from "#domain/text/text.ts";
import { inEnglish, t } from "#languages/words.ts";
import { parentOf } from "../category-topics.ts";
import { countryOfCity, placeAtStart } from "../cities.ts";
import { type Corpus, canonical, type Reading } from "../corpus.ts";
import type { FactField, Known } from "../fact.ts";
import { categoryExamples } from "../fields/category-measures.ts";
import { findContactEmail } from "../fields/contact.ts";
import { youtubeId } from "../fields/media.ts";
import { isOtherLabel } from "../fields/sections.ts";
import { ownProfiles } from "../fields/socials.ts";
import { categoryFault } from "./categories.ts";
import type { Context } from "./context.ts";
import { callsItself } from "./names.ts";
import { founderFault } from "./people.ts";
import { isOnPlaceLine, isRegistered, namesStreet, placeFault } from "./places.ts";
import { countryByForm, countryOfDomain } from "./postal.ts";
import { priceFault, pricingFault } from "./pricing.ts";
import { countryOfSelf } from "./self-placed.ts";
import { stageFault } from "./stage.ts";
import { yearFault } from "./years.ts";

/** A value and the quote that should support it. */
export type Said = { field: FactField; value: string; quote: string };

/** What the finders know of a site, found once for all facts of a draft. */
function perSite<T, Rest extends unknown[]>(
  find: (corpus: Corpus, ...rest: Rest) => T,
): (corpus: Corpus, ...rest: Rest) => T {
  const known = new WeakMap<Corpus, { found: T }>();
  return (corpus, ...rest) => {
    const { found } = known.get(corpus) ?? { found: find(corpus, ...rest) };
    known.set(corpus, { found });
    return found;
  };
}

const NO_CONTEXT = { name: null, categories: [], categoryWords: {}, categorySlugs: {} };
const addressesOf = perSite((corpus) => new Set(findContactEmail(corpus, NO_CONTEXT).map(({ value }) => fold(value))));

const heardIn = perSite((corpus, known: Known) =>
  categoryExamples(corpus, { ...NO_CONTEXT, ...known, categories: [...known.categories] }),
);
/** Whether a website mentions a category, its parent or a child in other words. */
const isHeard = (slug: string, besides: string, corpus: Corpus, known: Known): boolean =>
  heardIn(corpus, known).some(
    (other) =>
      (other.slug === slug || other.slug === parentOf(slug) || parentOf(other.slug) === slug) &&
      other.heard.some((text) => !fold(text).includes(fold(besides)) && !fold(besides).includes(fold(text))),
  );

/** Maximum self-names to try. */
const MOST_NAMES = 8;
const profilesOf = perSite(
  (corpus) =>
    new Set(
      corpus.selfNames
        .slice(0, MOST_NAMES)
        .flatMap((name) => ownProfiles(corpus, name).map(({ value }) => canonical(value))),
    ),
);

/** Tags whose text may be a name. */
const NAMED = /^(?:h[1-6]|li|dt|th|td)$/;
const TELEPHONE = /\+\d[\d\s().-]{6,}\d/;
const isSentence = (value: string): boolean => /[.!?…。！？]$/u.test(value);

/** Whether a quote with a street but no country matches the country of the domain. */
const isInCountryOfDomain = (country: string, quote: string, { domain }: Corpus): boolean =>
  countryOfDomain(domain) === country &&
  namesStreet(quote) &&
  countriesIn(quote).size === 0 &&
  [null, country].includes(countryByForm(quote, domain));

/** Whether a quote without a country names a known city of this one. */
const isOfKnownCity = (country: string, quote: string, { domain }: Corpus): boolean =>
  [null, country].includes(countryOfDomain(domain)) &&
  countriesIn(quote).size === 0 &&
  (quote.match(/\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’-]+){0,3}/gu) ?? []).some((words) =>
    words.split(" ").some((_, at, all) => countryOfCity(placeAtStart(all.slice(at).join(" ")) ?? "") === country),
  );

type OwnRule = (said: Said, context: Context, reading: Reading, corpus: Corpus, known: Known) => string | null;

/** Rules for individual fields. */
export const OWN_RULES: Partial<Record<FactField, OwnRule>> = {
  name: ({ value }, _context, _reading, corpus) =>
    callsItself(value, corpus) ? null : inEnglish(t`not what the site calls itself`),
  founded_year: ({ value, quote }, context, { page }, corpus) => yearFault(value, quote, context, page, corpus),
  country: ({ value, quote }, context, reading, corpus) =>
    // A bare code may come from any sentence, so only structured data counts.
    (corpus.jsonLdPlaces.has(fold(quote)) && fold(quote) === value.toLowerCase()) ||
    countryOfSelf(context.text, corpus) === value
      ? null
      : countriesIn(quote).has(value) ||
          countryByForm(quote, corpus.domain) === value ||
          isOfKnownCity(value, quote, corpus)
        ? isOnPlaceLine(context, reading, ({ country }) => country === value) ||
          isRegistered(value, quote, context, reading)
          ? null
          : placeFault(context, reading, corpus)
        : isOnPlaceLine(context, reading, ({ country }) => country === value) ||
            isRegistered(value, quote, context, reading)
          ? null
          : isInCountryOfDomain(value, quote, corpus)
            ? placeFault(context, reading, corpus)
            : inEnglish(t`quote does not name the country`),
  city: ({ value, quote }, context, reading, corpus) =>
    (corpus.jsonLdPlaces.has(fold(quote)) && fold(quote) === fold(value)) ||
    isOnPlaceLine(context, reading, ({ city }) => city !== null && fold(city) === fold(value))
      ? null
      : placeFault(context, reading, corpus),
  founder_name: ({ value, quote }, { text }, _reading, corpus) =>
    corpus.jsonLdFounders.has(fold(value)) && fold(quote) === fold(value) ? null : founderFault(value, text, corpus),
  pricing_model: ({ value, quote }, context, reading, corpus) =>
    pricingFault(value as (typeof PRICING_MODELS)[number], quote, context, reading, corpus),
  pricing_summary: ({ value }, context, reading, corpus) => priceFault(value, context, reading, corpus),
  stage: ({ value, quote }, { text }, _reading, corpus) =>
    stageFault(value as (typeof STAGES)[number], quote, text, corpus),
  categories: ({ value, quote }, context, { page }, corpus, known) =>
    known.categories.includes(value)
      ? categoryFault(value, quote, context, page, corpus, known, (slug) => isHeard(slug, context.text, corpus, known))
      : inEnglish(t`not a category of this directory`),
  features: ({ value }, { block }) => {
    if (isSentence(value) && !NAMED.test(block?.tag ?? "")) return inEnglish(t`a sentence names no feature`);
    return !isOtherLabel(value) && !TELEPHONE.test(value) ? null : inEnglish(t`names no feature`);
  },
  contact_email: ({ value }, _context, _reading, corpus) =>
    addressesOf(corpus).has(fold(value)) ? null : inEnglish(t`not a general contact address`),
  logo_url: ({ value }, _context, _reading, corpus) =>
    corpus.hrefs.has(canonical(value)) ? null : inEnglish(t`address was not seen on the site`),
  social: ({ value }, _context, _reading, corpus) => {
    if (!corpus.hrefs.has(canonical(value))) return inEnglish(t`address was not seen on the site`);
    return profilesOf(corpus).has(canonical(value)) ? null : inEnglish(t`someone else's profile`);
  },
  demo_video_url: ({ value, quote }) => {
    const id = youtubeId(value);
    return id !== null && quote.includes(id) ? null : inEnglish(t`address was not seen on the site`);
  },
};
