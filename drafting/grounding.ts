import { getHostname } from "tldts";
import type { Evidence } from "../domain/evidence.ts";
import {
  byName,
  DRAFT_FIELDS,
  type DraftFieldName,
  FIELDS,
  type Grounding,
  PRICING_MODELS,
  STAGES,
} from "../domain/fields.ts";
import { looksLikeInstruction } from "../domain/instruction-like.ts";
import { FAQ_FIELDS, FOUNDER_FIELDS, SOCIAL_MAX } from "../domain/section-fields.ts";
import { categoryFault } from "./claims/categories.ts";
import { type Context, contextsOf, indexOfWords } from "./claims/context.ts";
import { callsItself } from "./claims/names.ts";
import { founderFault } from "./claims/people.ts";
import { placeFault } from "./claims/places.ts";
import { turnsAround } from "./claims/polarity.ts";
import { priceFault, pricingFault } from "./claims/pricing.ts";
import { quantitiesIn, quantityFault } from "./claims/quantities.ts";
import { stageFault } from "./claims/stage.ts";
import { isDoneElsewhere } from "./claims/subject.ts";
import { isUnrealised } from "./claims/unrealised.ts";
import { yearFault } from "./claims/years.ts";
import { type Corpus, canonical, type Reading } from "./corpus.ts";
import { countriesIn } from "./countries.ts";
import { findContactEmail } from "./fields/contact.ts";
import { ownProfiles } from "./fields/socials.ts";
import { cleanValue, fold, overlap, sentencesOf } from "./text.ts";

/** A proposed value with the words that should support it; `page` is a page id. */
export type Fact = { field: FactField; value: string; page: string; quote: string };
export type Verdict = { kept: true; value: string; evidence: Evidence } | { kept: false; reason: string };

/** Facts besides the fields of a profile: people, questions and social profiles. */
const OTHER_FACTS = {
  founder_name: {
    rule: "copied",
    max: 80,
    guide:
      "full name of a founder of this product; people in testimonials are not; same index for name, title and bio of one person",
  },
  founder_title: { rule: "copied", max: FOUNDER_FIELDS.title.max, guide: "that person's role, as written" },
  founder_bio: { rule: { worded: 0.6 }, max: 1_000, guide: "a sentence or two about that person" },
  faq_question: {
    rule: "copied",
    max: FAQ_FIELDS.question.max,
    guide: "a question the site itself answers, word for word; same index for question and answer",
  },
  faq_answer: { rule: { worded: 0.5 }, max: FAQ_FIELDS.answer.max, guide: "the site's answer" },
  social: { rule: "address", max: SOCIAL_MAX },
} as const satisfies Record<string, Grounding>;

export type FactField = DraftFieldName | keyof typeof OTHER_FACTS;

/** How each fact must relate to its quote. */
export const GROUNDING: Record<FactField, Grounding> = {
  ...byName(DRAFT_FIELDS, (name) => FIELDS[name].grounding),
  ...OTHER_FACTS,
};

const MAX_QUOTE = 400;

/** What the directory knows: its categories, and words that suggest each. */
export type Known = { categories: readonly string[]; categoryWords?: Readonly<Record<string, readonly string[]>> };

/**
 * Every value of every drafter passes here: its quote is on a crawled page, and what the page says
 * there supports it, or the value is dropped. It proves that the site says so, not that it is true.
 */
export function ground(fact: Fact, corpus: Corpus, known: Known = { categories: [] }): Verdict {
  const value = cleanValue(fact.value);
  const quote = fact.quote.trim();
  const reading = corpus.readings.find(({ page }) => page.id === fact.page);
  const reason = !reading
    ? "unknown page"
    : (quoteFault(quote, reading) ??
      shapeFault(fact.field, value) ??
      (looksLikeInstruction(quote) || looksLikeInstruction(value) ? "reads like an instruction" : null) ??
      ruleFault(fact.field, value, quote) ??
      claimFault({ field: fact.field, value, quote }, reading, corpus, known));
  if (reason !== null) return { kept: false, reason };
  return { kept: true, value, evidence: { quote, url: reading!.page.url } };
}

function quoteFault(quote: string, { folded }: Reading): string | null {
  const text = fold(quote);
  if (text.length < 2) return "quote is too short";
  if (quote.length > MAX_QUOTE) return "quote is too long";
  return indexOfWords(folded, text) >= 0 ? null : "quote is not on the page";
}

function shapeFault(field: FactField, value: string): string | null {
  if (!value) return "value is empty";
  if (value.length > GROUNDING[field].max) return "value is too long";
  if (GROUNDING[field].rule === "address")
    return /^https?:\/\/\S+$/i.test(value) && getHostname(value) ? null : "value is not a web address";
  if (/https?:\/\/|\bwww\.|<\/?[a-z!]|javascript:/i.test(value)) return "value contains an address or markup";
  if (field === "founded_year") return /^(18|19|20)\d\d$/.test(value) ? null : "value is not a year";
  if (field === "country") return /^[A-Z]{2}$/.test(value) ? null : "value is not a country code";
  if (field === "contact_email")
    return /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[a-z]{2,}$/i.test(value) ? null : "value is not an email address";
  if (field === "pricing_model")
    return PRICING_MODELS.some((model) => model === value) ? null : "value is not a pricing model";
  if (field === "stage") return STAGES.some((stage) => stage === value) ? null : "value is not a stage";
  return null;
}

/** How near the value must be to its quote. */
function ruleFault(field: FactField, value: string, quote: string): string | null {
  const { rule } = GROUNDING[field];
  if (rule === "address") return null;
  if (rule === "copied" && !fold(quote).includes(fold(value))) return "value is not in the quote";
  if (typeof rule === "object" && sharedWords(value, quote) < rule.worded) return "quote says something else";
  const seen = new Set(quantitiesIn(quote).map(({ amount }) => amount));
  return quantitiesIn(value).every(({ amount }) => seen.has(amount)) ? null : "a number is not in the quote";
}

/** Numbers are compared by themselves, because 20k and 20,000 are the same. */
const sharedWords = (value: string, quote: string): number =>
  Math.max(overlap(value, quote), overlap(value.replace(NUMBERS, " "), quote));
const NUMBERS = /\d[\d.,]*\p{L}?\b/gu;

type Said = { field: FactField; value: string; quote: string };

/** Why no place of the page where the quote stands supports the value; null if one does. */
function claimFault(said: Said, reading: Reading, corpus: Corpus, known: Known): string | null {
  const contexts = contextsOf(fold(said.quote), reading);
  let fault: string | null = null;
  for (const context of contexts) {
    const found = contextFault(said, context, reading, corpus, known);
    if (found === null) return null;
    fault ??= found;
  }
  return fault ?? (contexts.length === 0 ? "quote is not in one place of the page" : null);
}

/** Fields whose values may be words of a question, or words with which other people praise the product. */
const NOT_ASSERTED = new Set<FactField>([
  "name",
  "tagline",
  "short_description",
  "description",
  "categories",
  "tags",
  "keywords",
  "faq_question",
  "faq_answer",
  "contact_email",
  "logo_url",
  "demo_video_url",
  "social",
]);
/** Fields with a fixed set of values, which say nothing by themselves. */
const CHOSEN = new Set<FactField>(["categories", "pricing_model", "stage", "country"]);

function contextFault({ field, value, quote }: Said, context: Context, reading: Reading, corpus: Corpus, known: Known) {
  const { text, block, after } = context;
  const { language } = reading.page;
  if (GROUNDING[field].rule === "address" || field === "contact_email")
    return OWN_RULES[field]?.({ field, value, quote }, context, reading, corpus, known) ?? null;
  if (block?.region === "quote") return "words of a testimonial";
  if (looksLikeInstruction(block?.text ?? text)) return "reads like an instruction";
  if (!NOT_ASSERTED.has(field) && isOnlyAsked(value, text, after)) return "a question states nothing";
  if (field !== "faq_question" && !CHOSEN.has(field)) {
    if (turnsAround(value, text, language)) return "the page denies it";
    if (!NOT_ASSERTED.has(field) && isUnrealised(value, text, after)) return "a plan or the past";
    if (!NOT_ASSERTED.has(field) && isDoneElsewhere(text, corpus)) return "said of somebody else";
    const fault = quantityFault(value, text);
    if (fault !== null) return fault;
  }
  return OWN_RULES[field]?.({ field, value, quote }, context, reading, corpus, known) ?? null;
}

/** What the finders know of a site, found once for all facts of a draft. */
function perSite<T>(find: (corpus: Corpus) => T): (corpus: Corpus) => T {
  const known = new WeakMap<Corpus, { found: T }>();
  return (corpus) => {
    const { found } = known.get(corpus) ?? { found: find(corpus) };
    known.set(corpus, { found });
    return found;
  };
}

const NO_CONTEXT = { name: null, categories: [], categoryWords: {} };
const addressesOf = perSite((corpus) => new Set(findContactEmail(corpus, NO_CONTEXT).map(({ value }) => fold(value))));

/** So many of the names that a site has for itself are tried. */
const MOST_NAMES = 8;
const profilesOf = perSite(
  (corpus) =>
    new Set(
      corpus.selfNames
        .slice(0, MOST_NAMES)
        .flatMap((name) => ownProfiles(corpus, name).map(({ value }) => canonical(value))),
    ),
);

const YES =
  /^\W*(?:yes|yep|sure|of course|absolutely|ja|na klar|natürlich|oui|bien sûr|sí|claro|sì|certo|sim|tak|はい|是的|네)(?!\p{L})/iu;

/** Whether the words of a value stand only in questions to which the answer is not yes. */
function isOnlyAsked(value: string, text: string, after: string): boolean {
  const sentences = sentencesOf(text);
  const told = sentences.filter(
    (sentence, at) => !/[?？]["'”’)]?$/.test(sentence) || YES.test(sentences[at + 1] ?? after),
  );
  if (told.length === sentences.length) return false;
  return told.length === 0 || overlap(value, told.join(" ")) < overlap(value, text);
}

type OwnRule = (said: Said, context: Context, reading: Reading, corpus: Corpus, known: Known) => string | null;

/** What a single field asks besides. */
const OWN_RULES: Partial<Record<FactField, OwnRule>> = {
  name: ({ value }, _context, _reading, corpus) =>
    callsItself(value, corpus) ? null : "the site does not call itself so",
  founded_year: ({ value, quote }, { text }, _reading, corpus) => yearFault(value, quote, text, corpus),
  country: ({ value, quote }, context, reading, corpus) =>
    countriesIn(quote).has(value) || (corpus.jsonLdPlaces.has(fold(quote)) && fold(quote) === value.toLowerCase())
      ? placeFault(context, reading, corpus)
      : "quote does not name the country",
  city: (_said, context, reading, corpus) => placeFault(context, reading, corpus),
  founder_name: ({ value, quote }, { text }, _reading, corpus) =>
    corpus.jsonLdFounders.has(fold(value)) && fold(quote) === fold(value) ? null : founderFault(value, text, corpus),
  pricing_model: ({ value, quote }, { text }, _reading, corpus) =>
    pricingFault(value as (typeof PRICING_MODELS)[number], quote, text, corpus),
  pricing_summary: ({ value }, { text }, _reading, corpus) => priceFault(value, text, corpus),
  stage: ({ value, quote }, { text }, _reading, corpus) =>
    stageFault(value as (typeof STAGES)[number], quote, text, corpus),
  categories: ({ value, quote }, context, { page }, corpus, { categories, categoryWords }) =>
    categories.includes(value)
      ? categoryFault(value, quote, context, page, corpus, categoryWords?.[value] ?? [])
      : "not a category of this directory",
  contact_email: ({ value }, _context, _reading, corpus) =>
    addressesOf(corpus).has(fold(value)) ? null : "not an address for everybody at this product",
  logo_url: ({ value }, _context, _reading, corpus) =>
    corpus.hrefs.has(canonical(value)) ? null : "address was not seen on the site",
  social: ({ value }, _context, _reading, corpus) => {
    if (!corpus.hrefs.has(canonical(value))) return "address was not seen on the site";
    return profilesOf(corpus).has(canonical(value)) ? null : "a profile of somebody else";
  },
  demo_video_url: ({ value, quote }) => {
    const id = youtubeId(value);
    return id !== null && quote.includes(id) ? null : "address was not seen on the site";
  },
};

export function youtubeId(href: string): string | null {
  const match =
    /^https?:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i.exec(
      href,
    );
  return match && match[1] !== "videoseries" ? match[1]! : null;
}
