import type { Evidence } from "../listings/evidence.ts";
import { DRAFT_FIELDS, type DraftFieldName, isListField } from "../listings/fields.ts";
import type { Faq, Socials } from "../listings/listing.ts";
import { timelineOf } from "../listings/milestones.ts";
import type { OwnValue } from "../listings/own-fields.ts";
import { MOST } from "../listings/section-fields.ts";
import { sameValue } from "../listings/shared-facts.ts";
import { mergeTexts } from "../text/merge-texts.ts";
import {
  type Candidates,
  type DraftContent,
  type DraftEdit,
  type DraftedValue,
  type DraftFounder,
  type Field,
  type FieldRef,
  type FieldValue,
  fieldAt,
  isOwnRef,
  keyOfRef,
  type Questions,
} from "./draft.ts";

type Value = FieldValue | OwnValue;

const absent = (at: string): Field<null> => ({
  value: null,
  state: "not_found",
  evidence: [],
  aiValue: null,
  aiEvidence: [],
  updatedAt: at,
});

const isEmpty = (value: Value): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * Whether the field already has this value. A field that was never drafted equals nothing, not even
 * an empty value.
 */
const isSaid = (field: Field<Value> | undefined, value: Value): boolean =>
  field !== undefined && sameValue(field.value, isEmpty(value) ? null : value);

export const saysTheSame = (a: DraftContent, b: DraftContent): boolean =>
  sameValue({ ...a, touched: [] }, { ...b, touched: [] });

const hasAi = (field: Field<Value>): boolean => field.aiValue !== null;

/**
 * Sets a person's value. null removes the field; the original stays for restore, and a lock stays.
 * A value that equals a quoted one keeps its quotes.
 */
function setField<V extends Value>(
  field: Field<V | null>,
  value: V | null,
  at: string,
  quotes: Evidence[] = [],
): Field<V | null> {
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

function unlocked(field: Field<Value>): Field["state"] {
  if (hasAi(field) && sameValue(field.value, field.aiValue)) return "ai";
  if (field.value === null) return hasAi(field) ? "deleted" : "not_found";
  return hasAi(field) ? "edited" : "manual";
}

function quotesOf(field: Field<Value>, value: Value): Evidence[] | undefined {
  if (field.evidence.length && sameValue(field.value, value)) return field.evidence;
  return hasAi(field) && sameValue(field.aiValue, value) ? field.aiEvidence : undefined;
}

export const firstOf = <V>({ first, aiValue, aiEvidence }: Field<V>): NonNullable<Field<V>["first"]> =>
  first ?? { value: aiValue, evidence: aiEvidence };

type Fields<Name extends string, V> = Partial<Record<Name, Field<V | null>>>;
type FieldsEdit<Name extends string, V> = {
  values: { [K in Name]?: V | null | undefined };
  lock?: readonly Name[] | undefined;
  unlock?: readonly Name[] | undefined;
  restore?: readonly Name[] | undefined;
  quotesOf: (name: Name, value: V | null) => Evidence[] | undefined;
};

/** Sets, locks, unlocks and restores, in this order. */
function editFields<Name extends string, V extends Value>(
  before: Fields<Name, V>,
  names: readonly Name[],
  { values, lock = [], unlock = [], restore = [], quotesOf: quotes }: FieldsEdit<Name, V>,
  at: string,
): Fields<Name, V> {
  const fields = { ...before };
  for (const name of names) {
    const value = values[name];
    if (value === undefined || isSaid(fields[name], value)) continue;
    fields[name] = setField(fields[name] ?? absent(at), value, at, quotes(name, value));
  }
  for (const name of lock) fields[name] = { ...(fields[name] ?? absent(at)), state: "override", updatedAt: at };
  for (const name of unlock) {
    const field = fields[name];
    if (field?.state === "override") fields[name] = { ...field, state: unlocked(field), updatedAt: at };
  }
  for (const name of restore) {
    const { value, evidence } = firstOf<V | null>(fields[name] ?? absent(at));
    const state = value === null ? "not_found" : "ai";
    fields[name] = { value, evidence, state, aiValue: value, aiEvidence: evidence, updatedAt: at };
  }
  return fields;
}

/** Fields of the site. Those that nobody touched stay absent. */
function editOwn({ own }: DraftContent, { own: edit, quotes }: DraftEdit, at: string): Pick<DraftContent, "own"> {
  if (!edit) return own ? { own } : {};
  const { values = {}, ...acts } = edit;
  const quotesOf = (key: string) => quotes?.[`own.${key}`];
  const fields = editFields<string, OwnValue>(own ?? {}, Object.keys(values), { values, ...acts, quotesOf }, at);
  return { own: Object.fromEntries(Object.entries(fields).flatMap(([key, field]) => (field ? [[key, field]] : []))) };
}

/**
 * Applies set, lock, unlock and restore, in this order (state table in part 3 of the
 * specification).
 */
export function editDraft(content: DraftContent, edit: DraftEdit, now: Date): DraftContent {
  const at = now.toISOString();
  const statedIn = (name: DraftFieldName, value: FieldValue) =>
    content.questions?.[name]?.find((answer) => sameValue(answer.value, value))?.evidence;
  const { fields: values = {}, lock, unlock, restore } = edit;
  const quotesOf = (name: DraftFieldName, value: FieldValue) => statedIn(name, value) ?? edit.quotes?.[name];
  const fields = editFields<DraftFieldName, string | string[]>(
    content.fields,
    DRAFT_FIELDS,
    { values, lock, unlock, restore, quotesOf },
    at,
  );
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
  return {
    fields,
    ...editOwn(content, edit, at),
    ...edited,
    ...stillOpen(content, answered),
    touched: [...touched],
  };
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

/** What was looked for in fields of the site, by key; null where nothing was found. */
export type OwnDrafted = Record<string, Found<OwnValue> | null>;

export type DraftedParts = {
  own?: OwnDrafted;
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
  const own = { ...content.own };
  for (const [key, value] of Object.entries(drafted.own ?? {}))
    own[key] = withOriginal<OwnValue>(own[key], value ?? undefined, at);
  const decided = DRAFT_FIELDS.filter((name) => !/^(ai|not_found)$/.test(fields[name]?.state ?? "ai"));
  const { questions: _, candidates: __, ...rest } = content;
  const { questions = {}, rejected = [] } = drafted;
  const candidates = stillOpen({ candidates: candidatesFor(fields, rejected) }, Object.keys(questions));
  const untouched = (name: DraftContent["touched"][number]) => !content.touched.includes(name);
  return {
    ...rest,
    fields,
    ...(Object.keys(own).length > 0 && { own }),
    ...stillOpen({ questions, ...candidates }, decided),
    faqs: untouched("faqs") ? drafted.faqs.slice(0, MOST.faqs) : content.faqs,
    founders: untouched("founders") ? drafted.founders.slice(0, MOST.founders) : content.founders,
    companySocials: untouched("company_socials") ? drafted.companySocials : content.companySocials,
    seo: untouched("seo") ? drafted.seo : content.seo,
  };
}

function withOriginal<V extends Value>(
  field: Field<V | null> | undefined,
  found: Found<V> | undefined,
  at: string,
): Field<V | null> {
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

type Found<V> = { value: V; evidence: Evidence[] };

function redrafted<V extends Value>(before: Field<V | null> | undefined, { value, evidence }: Found<V>, at: string) {
  const first = before && hasAi(before) ? { first: firstOf(before) } : {};
  const state = "ai" as const;
  return { ...first, value, state, evidence, aiValue: value, aiEvidence: evidence, updatedAt: at };
}

/** Replaces the originals of the named fields. Fields for which nothing was found stay. */
export function redraft(
  content: DraftContent,
  refs: readonly FieldRef[],
  { fields: found, own: foundOwn = {} }: Pick<DraftedParts, "fields" | "own">,
  now: Date,
): DraftContent {
  const at = now.toISOString();
  const fields = { ...content.fields };
  const own = { ...content.own };
  for (const ref of refs) {
    if (fieldAt(content, ref)?.state === "override") continue;
    if (isOwnRef(ref)) {
      const key = keyOfRef(ref);
      const value = foundOwn[key];
      if (value) own[key] = redrafted<OwnValue>(own[key], value, at);
    } else if (found[ref]) fields[ref] = redrafted(fields[ref], found[ref], at);
  }
  const { questions: _, candidates: __, ...rest } = content;
  return {
    ...rest,
    fields,
    ...(Object.keys(own).length > 0 && { own }),
    ...stillOpen(content, Object.keys(found)),
  };
}
