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
import { type Corpus, canonical, type Reading } from "./corpus.ts";
import { countriesIn } from "./countries.ts";
import { cleanValue, fold, numbersIn, overlap } from "./text.ts";

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

/**
 * Every value of every drafter passes here: its quote is on a crawled page and supports it, or the value
 * is dropped. It proves that the site says so, not that it is true.
 */
export function ground(fact: Fact, corpus: Corpus, categories: string[] = []): Verdict {
  const value = cleanValue(fact.value);
  const quote = fact.quote.trim();
  const reading = corpus.readings.find(({ page }) => page.id === fact.page);
  const reason = !reading
    ? "unknown page"
    : (quoteFault(quote, reading) ??
      shapeFault(fact.field, value) ??
      (looksLikeInstruction(quote) || looksLikeInstruction(value) ? "reads like an instruction" : null) ??
      supportFault(fact.field, value, quote, reading, corpus, categories));
  if (reason !== null) return { kept: false, reason };
  return { kept: true, value, evidence: { quote, url: reading!.page.url } };
}

function quoteFault(quote: string, { folded }: Reading): string | null {
  const text = fold(quote);
  if (text.length < 2) return "quote is too short";
  if (quote.length > MAX_QUOTE) return "quote is too long";
  return folded.includes(text) ? null : "quote is not on the page";
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

function supportFault(
  field: FactField,
  value: string,
  quote: string,
  reading: Reading,
  corpus: Corpus,
  categories: string[],
): string | null {
  const said = fold(quote);
  const { rule } = GROUNDING[field];
  if (rule === "copied" && !said.includes(fold(value))) return "value is not in the quote";
  if (typeof rule === "object" && overlap(value, quote) < rule.worded) return "quote says something else";
  if (rule !== "address") {
    const seen = new Set(numbersIn(quote));
    if (!numbersIn(value).every((number) => seen.has(number))) return "a number is not in the quote";
  }
  switch (field) {
    case "name":
      return corpus.headlines.includes(fold(value)) ||
        (corpus.label && fold(value).replace(/\W/g, "").includes(corpus.label))
        ? null
        : "the site does not call itself so";
    case "founded_year":
      return yearFault(value, quote, corpus);
    case "country":
      return countriesIn(quote).has(value) || (corpus.jsonLdCountries.has(said) && said === value.toLowerCase())
        ? null
        : "quote does not name the country";
    case "founder_name":
      return founderFault(value, quote, reading, corpus);
    case "pricing_model":
      return PRICING_EVIDENCE[value as (typeof PRICING_MODELS)[number]].test(said)
        ? null
        : "quote does not state the pricing model";
    case "stage":
      return STAGE_EVIDENCE[value as (typeof STAGES)[number]].test(said) ? null : "quote does not state the stage";
    case "categories":
      return categories.includes(value) ? null : "not a category of this directory";
    case "logo_url":
    case "social":
      return corpus.hrefs.has(canonical(value)) ? null : "address was not seen on the site";
    case "demo_video_url": {
      const id = youtubeId(value);
      return id !== null && quote.includes(id) ? null : "address was not seen on the site";
    }
    default:
      return null;
  }
}

const FOUNDING =
  /found|establish|start|launch|since|incorporat|\best\b|begun|began|born in|gegründet|gestartet|\bseit\b|fond[ée]|depuis|desde|fundad|creat|cré[ée]/;

function yearFault(value: string, quote: string, corpus: Corpus): string | null {
  if (Number(value) > corpus.site.fetchedAt.getUTCFullYear()) return "year is in the future";
  if (/^\d{4}(-\d\d){0,2}(t.*)?$/i.test(quote)) return null;
  if (/©|\(c\)|copyright|all rights reserved/i.test(quote)) return "a copyright year is not a founding year";
  return FOUNDING.test(fold(quote)) ? null : "quote does not mention the founding";
}

const FOUNDER =
  /found|creat|start|\bbuilt|\bbuild|owner|maker|inventor|developed by|developer|author|\binh\b|inhaber|gründe|gegründet|fondat|fond[ée]|fundad|ceo|made by/;

function founderFault(value: string, quote: string, { others }: Reading, corpus: Corpus): string | null {
  if (!/\p{L}{2}/u.test(value)) return "value is not a name";
  if (corpus.jsonLdFounders.has(fold(value)) && fold(quote) === fold(value)) return null;
  if (others.includes(fold(quote))) return "words of a testimonial";
  if (!FOUNDER.test(fold(quote))) return "quote does not call anybody a founder";
  return foundedElsewhere(quote, corpus) ? "founder of something else" : null;
}

const ROLE = /\b(?:co-?founder|founder|ceo|cto|owner|creator|gründer(?:in)?|fondat\w+|fundador\w*)\b/giu;
const OF_COMPANY = /^[^.;]{0,30}?(?:\s(?:at|of|von|de|bei)\s|\s?@\s?|,\s)(?:the\s)?(\p{Lu}[\p{L}\p{N}.&' -]{1,40})/u;

/** "Founder at Other", "CEO of Other": a customer, unless it is this company. */
export function foundedElsewhere(text: string, corpus: Corpus): boolean {
  const match = text
    .matchAll(ROLE)
    .map(({ index, 0: role }) => OF_COMPANY.exec(text.slice(index + role.length)))
    .find((found) => found !== null);
  if (!match) return false;
  const company = fold(match[1]!).replace(/[^\p{L}\p{N}]/gu, "");
  if (
    /^(ceo|cto|coo|cfo|chief|head|lead|managing|developer|designer|engineer|product|director|president)/.test(company)
  )
    return false;
  return (
    !(corpus.label.length > 2 && company.includes(corpus.label)) && !corpus.ownNames.includes(company.slice(0, 24))
  );
}

/** Words that a quote needs to support a pricing model. */
const PRICING_EVIDENCE: Record<(typeof PRICING_MODELS)[number], RegExp> = {
  open_source: /open[- ]?source|\b(a?gpl|lgpl|mit|apache|bsd|mpl)\b|free software|source code|quelloffen|libre/,
  free: /\bfree\b|kostenlos|gratis|gratuit|no cost|\b0\b|donat/,
  freemium: /\bfree\b|kostenlos|gratis|gratuit|\b0\b|premium|\bpro\b/,
  subscription:
    /\d.*(month|\bmo\b|year|\byr\b|annual|week|monat|jahr|mois|\ban\b|mes\b|año|anno|mese|seat|user)|subscri|billed|\btrial\b|\bplans?\b|\babo/,
  paid: /[$€£¥₹]\s?\d|\d\s?(€|usd|eur|gbp|chf|euro)|\bbuy\b|purchase|licen[cs]e|\bpaid\b|\btrial\b/,
  one_time: /one[- ]time|pay once|lifetime|buy once|perpetual|einmal|once|une fois|una vez|no subscription/,
  contact: /contact|quote|sales|on request|auf anfrage|sur devis|custom pricing|talk to us|get in touch/,
};

const STAGE_EVIDENCE: Record<(typeof STAGES)[number], RegExp> = {
  idea: /coming soon|launching soon|wait(ing)?[- ]?list|under development|prototype/,
  mvp: /\b(beta|alpha|early access|preview|mvp)\b/,
  launched: /launched|now (live|available)|generally available|general availability|out of beta/,
  growing: /growing|million|[0-9][0-9.,]*k?\+? (customers|users|companies|teams|businesses)/,
};

export function youtubeId(href: string): string | null {
  const match =
    /^https?:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i.exec(
      href,
    );
  return match && match[1] !== "videoseries" ? match[1]! : null;
}
