import type { DraftedValue, Questions } from "#domain/drafts/draft.ts";
import { DRAFT_FIELDS, type DraftFieldName, FIELDS, isListField } from "#domain/listings/fields.ts";
import { DRAFT_SEO_FIELDS } from "#domain/listings/section-fields.ts";
import { byName } from "#domain/text/keys.ts";
import { fold, lengthOf } from "#domain/text/text.ts";
import { type Candidate, type Finder, type FinderContext, MOST_CHECKED, unique } from "./candidate.ts";
import { type Corpus, readSite } from "./corpus.ts";
import { type Drafted, type DraftedFounder, type DraftRequest, NOTHING_DRAFTED, type Rejection } from "./drafter.ts";
import type { Check, FactField, Kept } from "./fact.ts";
import { findCategories } from "./fields/categories.ts";
import { findContactEmail } from "./fields/contact.ts";
import { findDescription, findShortDescription } from "./fields/description.ts";
import { findFaqs } from "./fields/faqs.ts";
import { findFeatures, findUsps } from "./fields/features.ts";
import { findFoundedYear } from "./fields/founded-year.ts";
import { findFounders } from "./fields/founders.ts";
import { findLabelled } from "./fields/labelled.ts";
import { findDemoVideo, findDrawnLogo, findLogo } from "./fields/media.ts";
import { findName } from "./fields/name.ts";
import { findCity, findCountry } from "./fields/place.ts";
import { findPricingModel, findPricingSummary } from "./fields/pricing.ts";
import { findSocials } from "./fields/socials.ts";
import { findStage } from "./fields/stage.ts";
import { findTagline } from "./fields/tagline.ts";
import { findKeywords, findTags } from "./fields/words.ts";
import { ground } from "./grounding.ts";
import { draftOwnByRules } from "./own-fields.ts";
import { answersOf } from "./questions.ts";
import { addPlaces } from "./stated-in.ts";

const OWN_FINDERS: Partial<Record<DraftFieldName, Finder>> = {
  name: findName,
  tagline: findTagline,
  short_description: findShortDescription,
  description: findDescription,
  stage: findStage,
  pricing_model: findPricingModel,
  pricing_summary: findPricingSummary,
  country: findCountry,
  city: findCity,
  founded_year: findFoundedYear,
  contact_email: findContactEmail,
  demo_video_url: findDemoVideo,
  logo_url: findLogo,
  categories: findCategories,
  tags: findTags,
  features: findFeatures,
  usps: findUsps,
  keywords: findKeywords,
};
const FINDERS = byName(DRAFT_FIELDS, (field) => OWN_FINDERS[field] ?? findLabelled(field));

/** Values composed of quoted parts: separator and length limit. */
const COMPOSED: Partial<Record<DraftFieldName, { separator: string; limit: number }>> = {
  description: { separator: "\n\n", limit: FIELDS.description.listingMax },
  pricing_summary: { separator: "; ", limit: FIELDS.pricing_summary.listingMax },
};

/** The separately quoted parts of a value: list entries or composed parts. */
export const partsOf = (field: DraftFieldName, value: string | string[]): string[] =>
  typeof value !== "string" ? value : COMPOSED[field] ? value.split(COMPOSED[field].separator) : [value];

/** Drops reasons to choose the product that repeat a feature. */
export function dropRepeats(fields: Drafted["fields"]): void {
  const known = new Set([fields.features?.value ?? []].flat().map(fold));
  const { usps } = fields;
  if (!usps || !Array.isArray(usps.value)) return;
  const fresh = usps.value.flatMap((value, at) =>
    known.has(fold(value)) ? [] : [{ value, evidence: usps.evidence[at] }],
  );
  if (fresh.length === 0) delete fields.usps;
  else
    fields.usps = {
      value: fresh.map(({ value }) => value),
      evidence: fresh.flatMap(({ evidence }) => evidence ?? []),
    };
}

export function assemble(field: DraftFieldName, kept: Kept[]): DraftedValue | undefined {
  if (!kept.length) return undefined;
  const composed = COMPOSED[field];
  const used = composed ? fitting(kept, composed) : isListField(field) ? kept : kept.slice(0, 1);
  const values = used.map((item) => item.value);
  const evidence = used.map((item) => item.evidence);
  return { value: composed ? values.join(composed.separator) : isListField(field) ? values : values.join(), evidence };
}

function fitting(kept: Kept[], { separator, limit }: { separator: string; limit: number }): Kept[] {
  let length = -separator.length;
  return kept.filter(({ value }) => {
    if (length + separator.length + value.length > limit) return false;
    length += separator.length + value.length;
    return true;
  });
}

const contextOf = ({ categories, categoryWords = {}, categorySlugs = {} }: DraftRequest): FinderContext => ({
  name: null,
  categories,
  categoryWords,
  categorySlugs,
});

/** What rules find for a field. `name` is the product's, if it is known. */
export function finderOf(corpus: Corpus, request: DraftRequest, name: string | null) {
  const context = contextOf(request);
  context.name = name ?? FINDERS.name(corpus, context)[0]?.value ?? null;
  const known = new Map<FactField, Candidate[]>();
  return (field: FactField): Candidate[] => {
    const find = () =>
      field === "founder_name"
        ? findFounders(corpus, context.name)
        : isFinder(field)
          ? FINDERS[field](corpus, context)
          : [];
    const found = known.get(field) ?? find();
    known.set(field, found);
    return found;
  };
}
const isFinder = (field: FactField): field is DraftFieldName => Object.hasOwn(FINDERS, field);

/** Drafts by rules, without a model. Values pass the same grounding. */
export function draftByRules(request: DraftRequest): Drafted {
  const corpus = readSite(request.site);
  const rejected: Rejection[] = [];
  const check = checker(corpus, request, rejected);
  const context = contextOf(request);
  context.name = firstKept("name", FINDERS.name(corpus, context), check)?.value ?? null;

  const fields: Drafted["fields"] = {};
  const questions: Questions = {};
  for (const field of DRAFT_FIELDS) {
    if (request.only && !request.only.includes(field)) continue;
    const candidates = FINDERS[field](corpus, context);
    const answers = request.only ? [] : answersOf(field, candidates, corpus, check);
    if (answers.length > 1) questions[field] = answers;
    // Only a name is needed meanwhile; other contradictory facts stay blank until the owner
    // chooses.
    if (answers.length > 1 && field !== "name") continue;
    const drafted = draftField(field, candidates, request, check);
    if (drafted) fields[field] = drafted;
  }
  dropRepeats(fields);
  addPlaces(fields, corpus);
  // Regeneration asks for fields; the rest of the profile stays.
  const own = request.own && { own: draftOwnByRules(corpus, request.own) };
  if (request.only) return { ...NOTHING_DRAFTED, fields, ...own, rejected };
  const drawnLogo = findDrawnLogo(corpus, context);
  return {
    drafter: "extractive",
    ...(drawnLogo && { drawnLogo }),
    fields,
    ...own,
    faqs: draftFaqs(corpus, check),
    founders: draftFounders(corpus, context.name, check),
    companySocials: draftSocials(corpus, context.name, check),
    seo: seoOf(corpus),
    ...(Object.keys(questions).length > 0 && { questions }),
    rejected,
  };
}

const checker =
  (corpus: Corpus, request: DraftRequest, rejected: Rejection[]): Check =>
  (field, candidate) => {
    const verdict = ground({ field, ...candidate }, corpus, request);
    if (!verdict.kept) {
      const { kept: _, ...why } = verdict;
      rejected.push({ field, value: candidate.value, ...why });
    }
    return verdict;
  };

/** The best candidate that passes. Checking is slow, so the others are skipped. */
function firstKept(field: FactField, candidates: Candidate[], check: Check): Kept | undefined {
  for (const candidate of candidates.slice(0, MOST_CHECKED)) {
    const verdict = check(field, candidate);
    if (verdict.kept) return verdict;
  }
  return undefined;
}

function draftField(
  field: DraftFieldName,
  candidates: Candidate[],
  { only, previous }: DraftRequest,
  check: Check,
): DraftedValue | undefined {
  const old = only ? previous?.[field] : undefined;
  if (!isListField(field) && COMPOSED[field] === undefined) {
    // Any value but the present one.
    const isNew = ({ value }: Candidate) => typeof old !== "string" || fold(value) !== fold(old);
    const found = firstKept(field, candidates.filter(isNew), check);
    return found && assemble(field, [found]);
  }
  const checked = candidates
    .slice(0, MOST_CHECKED)
    .map((candidate) => check(field, candidate))
    .filter((verdict) => verdict.kept);
  // A value may have several quotes; the first valid one is enough.
  const kept = unique(checked, ({ value }) => fold(value));
  if (old === undefined || old === null) return assemble(field, kept);
  if (typeof old === "string") {
    // For a composed text, the same parts in a shorter selection.
    const next = assemble(field, kept.slice(1));
    const whole = assemble(field, kept);
    return [whole, next].find((value) => typeof value?.value === "string" && fold(value.value) !== fold(old));
  }
  const seen = new Set(old.map(fold));
  const whole = assemble(field, kept);
  const fresh = kept.filter((item) => !seen.has(fold(item.value)));
  return fresh.length === 0
    ? undefined
    : fresh.length === kept.length
      ? whole
      : assemble(field, [...fresh, ...kept.filter((item) => seen.has(fold(item.value)))]);
}

function draftFounders(corpus: Corpus, name: string | null, check: Check): DraftedFounder[] {
  return findFounders(corpus, name).flatMap((found) => {
    const verdict = check("founder_name", found);
    if (!verdict.kept) return [];
    const title = found.title && check("founder_title", { ...found.title, page: found.page });
    return [{ name: verdict.value, title: title?.kept ? title.value : null, bio: null, evidence: [verdict.evidence] }];
  });
}

function draftSocials(corpus: Corpus, name: string | null, check: Check): Record<string, string> {
  const socials: Record<string, string> = {};
  for (const { platform, candidate } of findSocials(corpus, name)) {
    const verdict = check("social", candidate);
    if (verdict.kept) socials[platform] = verdict.value;
  }
  return socials;
}

function draftFaqs(corpus: Corpus, check: Check): Drafted["faqs"] {
  return findFaqs(corpus).flatMap(({ question, answer, page, questionQuote, answerQuote }) => {
    const asked = check("faq_question", { value: question, page, quote: questionQuote });
    const answered = check("faq_answer", { value: answer, page, quote: answerQuote });
    return asked.kept && answered.kept
      ? [{ question: asked.value, answer: answered.value, evidence: [asked.evidence, answered.evidence] }]
      : [];
  });
}

/** The page's title and description, if short enough for a search result. */
function seoOf({ home }: Corpus): Drafted["seo"] {
  const title = home?.title ?? null;
  const meta = home?.meta.description ?? home?.meta["og:description"] ?? null;
  return {
    title: title && lengthOf(title) <= DRAFT_SEO_FIELDS.title.max ? title : null,
    meta: meta && lengthOf(meta) <= DRAFT_SEO_FIELDS.meta.max ? meta : null,
  };
}
