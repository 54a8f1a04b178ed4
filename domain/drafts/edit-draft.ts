import type { Evidence } from "../listings/evidence.ts";
import { DRAFT_FIELDS, type DraftFieldName, isListField } from "../listings/fields.ts";
import type { Faq, Socials } from "../listings/listing.ts";
import { timelineOf } from "../listings/milestones.ts";
import { MOST } from "../listings/section-fields.ts";
import { sameValue } from "../listings/shared-facts.ts";
import { mergeTexts } from "../text/merge-texts.ts";
import type {
  Candidates,
  DraftContent,
  DraftEdit,
  DraftedValue,
  DraftFounder,
  Field,
  FieldValue,
  Questions,
} from "./draft.ts";

const absent = (at: string): Field => ({
  value: null,
  state: "not_found",
  evidence: [],
  aiValue: null,
  aiEvidence: [],
  updatedAt: at,
});

const isEmpty = (value: FieldValue): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * Whether the field already has this value. A field that was never drafted equals nothing, not even
 * an empty value.
 */
const isSaid = (field: Field | undefined, value: FieldValue): boolean =>
  field !== undefined && sameValue(field.value, isEmpty(value) ? null : value);

export const saysTheSame = (a: DraftContent, b: DraftContent): boolean =>
  sameValue({ ...a, touched: [] }, { ...b, touched: [] });

const hasAi = (field: Field): boolean => field.aiValue !== null;

/**
 * Sets a person's value. null removes the field; the original stays for restore, and a lock stays.
 * A value that equals a quoted one keeps its quotes.
 */
function setField(field: Field, value: FieldValue, at: string, quotes: Evidence[] = []): Field {
  const locked = field.state === "override";
  const empty = isEmpty(value);
  return {
    ...field,
    value: empty ? null : value,
    state: locked ? "override" : empty ? "deleted" : hasAi(field) ? "edited" : "manual",
    evidence: empty ? [] : (quotesOf(field, value) ?? quotes),
    updatedAt: at,
  };
}

function unlocked(field: Field): Field["state"] {
  if (hasAi(field) && sameValue(field.value, field.aiValue)) return "ai";
  if (field.value === null) return hasAi(field) ? "deleted" : "not_found";
  return hasAi(field) ? "edited" : "manual";
}

function quotesOf(field: Field, value: FieldValue): Evidence[] | undefined {
  if (field.evidence.length && sameValue(field.value, value)) return field.evidence;
  return hasAi(field) && sameValue(field.aiValue, value) ? field.aiEvidence : undefined;
}

export const firstOf = ({ first, aiValue, aiEvidence }: Field): NonNullable<Field["first"]> =>
  first ?? { value: aiValue, evidence: aiEvidence };

/**
 * Applies set, lock, unlock and restore, in this order (state table in part 3 of the
 * specification).
 */
export function editDraft(content: DraftContent, edit: DraftEdit, now: Date): DraftContent {
  const at = now.toISOString();
  const fields = { ...content.fields };
  for (const name of DRAFT_FIELDS) {
    const value = edit.fields?.[name];
    if (value === undefined || isSaid(fields[name], value)) continue;
    const stated = content.questions?.[name]?.find((answer) => sameValue(answer.value, value));
    fields[name] = setField(fields[name] ?? absent(at), value, at, stated?.evidence ?? edit.quotes?.[name]);
  }
  for (const name of edit.lock ?? [])
    fields[name] = { ...(fields[name] ?? absent(at)), state: "override", updatedAt: at };
  for (const name of edit.unlock ?? []) {
    const field = fields[name];
    if (field?.state === "override") fields[name] = { ...field, state: unlocked(field), updatedAt: at };
  }
  for (const name of edit.restore ?? []) {
    const { value, evidence } = firstOf(fields[name] ?? absent(at));
    const state = value === null ? "not_found" : "ai";
    fields[name] = { value, evidence, state, aiValue: value, aiEvidence: evidence, updatedAt: at };
  }
  const touched = new Set(content.touched);
  const section = <T>(name: DraftContent["touched"][number], given: T | undefined, old: T): T => {
    if (given === undefined) return old;
    touched.add(name);
    return given;
  };
  const edited = {
    faqs: section("faqs", edit.faqs, content.faqs),
    founders: section("founders", edit.founders, content.founders),
    companySocials: section(
      "company_socials",
      edit.companySocials && mergeTexts(content.companySocials, edit.companySocials),
      content.companySocials,
    ),
    founderSocials: section(
      "founder_socials",
      edit.founderSocials && mergeTexts(content.founderSocials, edit.founderSocials),
      content.founderSocials,
    ),
    story: section("story", edit.story && mergeTexts(content.story, edit.story), content.story),
    ...section("milestones", edit.timeline, timelineOf(content)),
    competitor: section("competitor", edit.competitor, content.competitor),
    seo: section("seo", edit.seo && { ...content.seo, ...edit.seo }, content.seo),
  };
  // Sending back an unchanged value does not answer a question.
  const set = DRAFT_FIELDS.filter((name) => {
    const value = edit.fields?.[name];
    return value !== undefined && !isSaid(content.fields[name], value);
  });
  const answered = [...set, ...(edit.lock ?? [])];
  return { fields, ...edited, ...stillOpen(content, answered), touched: [...touched] };
}

type Open = Pick<DraftContent, "questions" | "candidates">;

function stillOpen({ questions = {}, candidates = {} }: Open, answered: readonly string[]): Open {
  const open = (all: object) => Object.entries(all).filter(([name]) => !answered.includes(name));
  return Object.fromEntries(
    Object.entries({ questions, candidates }).flatMap(([key, all]) =>
      open(all).length > 0 ? [[key, Object.fromEntries(open(all))]] : [],
    ),
  );
}

type Rejected = { field: string; value: string; reason: string; evidence?: Evidence; isDoubtful?: boolean };
const MOST_CANDIDATES = 2;

/** The likeliest doubtful values of each text for which nothing was found. */
function candidatesFor(fields: DraftContent["fields"], rejected: Rejected[]): Candidates {
  const blank = DRAFT_FIELDS.filter((name) => !isListField(name) && fields[name]?.state === "not_found");
  return Object.fromEntries(
    blank.flatMap((name) => {
      const found = rejected.flatMap(({ field, value, reason, evidence, isDoubtful }) =>
        field === name && isDoubtful && evidence ? [{ value, reason, evidence: [evidence] }] : [],
      );
      const distinct = found.filter(({ value }, at) => found.findIndex((other) => other.value === value) === at);
      return distinct.length > 0 ? [[name, distinct.slice(0, MOST_CANDIDATES)]] : [];
    }),
  );
}

export type DraftedParts = {
  fields: Partial<Record<DraftFieldName, DraftedValue>>;
  faqs: Faq[];
  founders: DraftFounder[];
  companySocials: Socials;
  seo: DraftContent["seo"];
  questions?: Questions;
  rejected?: Rejected[];
};

export function fillDraft(content: DraftContent, drafted: DraftedParts, now: Date): DraftContent {
  const at = now.toISOString();
  const fields = { ...content.fields };
  for (const name of DRAFT_FIELDS) fields[name] = withOriginal(fields[name], drafted.fields[name], at);
  const decided = DRAFT_FIELDS.filter((name) => !/^(ai|not_found)$/.test(fields[name]?.state ?? "ai"));
  const { questions: _, candidates: __, ...rest } = content;
  const { questions = {}, rejected = [] } = drafted;
  const candidates = stillOpen({ candidates: candidatesFor(fields, rejected) }, Object.keys(questions));
  const untouched = (name: DraftContent["touched"][number]) => !content.touched.includes(name);
  return {
    ...rest,
    fields,
    ...stillOpen({ questions, ...candidates }, decided),
    faqs: untouched("faqs") ? drafted.faqs.slice(0, MOST.faqs) : content.faqs,
    founders: untouched("founders") ? drafted.founders.slice(0, MOST.founders) : content.founders,
    companySocials: untouched("company_socials") ? drafted.companySocials : content.companySocials,
    seo: untouched("seo") ? drafted.seo : content.seo,
  };
}

function withOriginal(field: Field | undefined, found: DraftedValue | undefined, at: string): Field {
  const original = found ? { aiValue: found.value, aiEvidence: found.evidence } : { aiValue: null, aiEvidence: [] };
  if (field && field.state !== "ai" && field.state !== "not_found") {
    return {
      ...field,
      ...original,
      state: field.state === "manual" && found ? "edited" : field.state,
      // A person typed the value that the website states.
      evidence: found && sameValue(field.value, found.value) ? found.evidence : field.evidence,
    };
  }
  return {
    ...original,
    value: original.aiValue,
    evidence: original.aiEvidence,
    state: found ? "ai" : "not_found",
    updatedAt: at,
  };
}

/** Replaces the originals of the named fields. Fields for which nothing was found stay. */
export function redraft(
  content: DraftContent,
  names: DraftFieldName[],
  found: DraftedParts["fields"],
  now: Date,
): DraftContent {
  const fields = { ...content.fields };
  for (const name of names) {
    const value = found[name];
    const before = fields[name];
    if (value && before?.state !== "override") {
      fields[name] = {
        ...(before && hasAi(before) && { first: firstOf(before) }),
        value: value.value,
        state: "ai",
        evidence: value.evidence,
        aiValue: value.value,
        aiEvidence: value.evidence,
        updatedAt: now.toISOString(),
      };
    }
  }
  const { questions: _, candidates: __, ...rest } = content;
  return { ...rest, fields, ...stillOpen(content, Object.keys(found)) };
}
