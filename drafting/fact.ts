import type { Evidence } from "#domain/listings/evidence.ts";
import { DRAFT_FIELDS, type DraftFieldName, FIELDS } from "#domain/listings/fields.ts";
import type { Grounding } from "#domain/listings/profile-field.ts";
import { FAQ_FIELDS, FOUNDER_FIELDS, SOCIAL_MAX } from "#domain/listings/section-fields.ts";
import { byName } from "#domain/text/keys.ts";
import type { Candidate } from "./candidate.ts";

/** A proposed value with its supporting words; `page` is a page id. */
export type Fact = { field: FactField; value: string; page: string; quote: string };
export type Verdict =
  | { kept: true; value: string; evidence: Evidence }
  /** `isDoubtful`: a person may know that it is right, because only the rule of its own field refused it. */
  | { kept: false; reason: string; evidence?: Evidence; isDoubtful?: boolean };
export type Kept = Extract<Verdict, { kept: true }>;
/** Checks whether the website states a candidate. */
export type Check = (field: FactField, candidate: Candidate) => Verdict;

/** Facts that are not profile fields: people, questions and social profiles. */
const OTHER_FACTS = {
  founder_name: {
    rule: "copied",
    max: 80,
    guide:
      "full name of a founder, maker or owner of this product, also the one whom a legal notice names as " +
      "its owner or responsible seller, or who offers it alone; quote the name with those words; people in " +
      "testimonials are not; same index for name, title and bio of one person",
  },
  founder_title: { rule: "copied", max: FOUNDER_FIELDS.title.max, guide: "that person's role, as written" },
  founder_bio: { rule: { worded: 0.6 }, max: 1_000, guide: "a sentence or two about that person" },
  faq_question: {
    rule: "copied",
    isNotAsserted: true,
    max: FAQ_FIELDS.question.max,
    guide: "a question the site itself answers, word for word; same index for question and answer",
  },
  faq_answer: { rule: { worded: 0.5 }, isNotAsserted: true, max: FAQ_FIELDS.answer.max, guide: "the site's answer" },
  social: { rule: "address", max: SOCIAL_MAX },
} as const satisfies Record<string, Grounding>;

export type FactField = DraftFieldName | keyof typeof OTHER_FACTS;

/** How each fact must relate to its quote. */
export const GROUNDING: Record<FactField, Grounding> = {
  ...byName(DRAFT_FIELDS, (name) => FIELDS[name].grounding),
  ...OTHER_FACTS,
};

export type Known = {
  categories: readonly string[];
  categoryWords?: Readonly<Record<string, readonly string[]>>;
  categorySlugs?: Readonly<Record<string, string>>;
};
