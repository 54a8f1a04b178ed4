import type { FieldValue } from "../drafts/draft.ts";
import { given } from "../text/given.ts";
import { type Evidence, isStale } from "./evidence.ts";
import { DRAFT_FIELDS, type DraftFieldName, isListField } from "./fields.ts";
import type { Listing } from "./listing.ts";
import { factOf, sameValue } from "./shared-facts.ts";

const DAY_MS = 24 * 3600_000;

export const CHECK_DAYS = { week: 7, month: 30 } as const;
export type CheckEvery = keyof typeof CHECK_DAYS;
export const nextCheckAt = (every: CheckEvery, at: Date): Date => new Date(at.getTime() + CHECK_DAYS[every] * DAY_MS);

export const TELL_EVERY_MS = 7 * DAY_MS;

/** Classifying fields make no statement about the product. */
const CHECKED = DRAFT_FIELDS.filter((field) => field !== "categories" && field !== "tags" && field !== "keywords");

export type ProvenFact = { field: DraftFieldName; value: string | string[]; evidence: Evidence[] };

export const provenFacts = (listing: Listing): ProvenFact[] =>
  CHECKED.flatMap((field) => {
    const evidence = listing.profile.evidence[field] ?? [];
    const value = factOf(listing, field);
    return evidence.length === 0 || value === null ? [] : [{ field, value, evidence }];
  });

/** What the website states instead of a published fact; `stated` is null if nothing. */
export type Finding = { stated: FieldValue; evidence: Evidence[] };

type Drafted = { value: string | string[]; evidence: Evidence[] } | undefined;

/**
 * Updates the times of a fact's quotes after a reading and suggests a new value if the website
 * states another. A list keeps the entries that are still stated.
 */
export function findingOf(
  { field, value }: ProvenFact,
  evidence: Evidence[],
  drafted: Drafted,
): { evidence: Evidence[]; finding: Finding | null } {
  if (!isStale(evidence)) return { evidence, finding: null };
  if (drafted && sameValue(drafted.value, value)) return { evidence: drafted.evidence, finding: null };
  if (isListField(field) && Array.isArray(value) && value.length === evidence.length) {
    const kept = evidence.flatMap((one, index) => (one.goneAt ? [] : [{ entry: given(value[index]), one }]));
    if (kept.length > 0)
      return {
        evidence,
        finding: { stated: kept.map(({ entry }) => entry), evidence: kept.map(({ one }) => one) },
      };
  }
  return { evidence, finding: { stated: drafted?.value ?? null, evidence: drafted?.evidence ?? [] } };
}
