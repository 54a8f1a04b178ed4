import type { Evidence } from "../listings/evidence.ts";
import { type DraftFieldName, RECOMMENDED_FIELDS, REQUIRED_FIELDS } from "../listings/fields.ts";
import type { Faq, Milestone, Socials, Story } from "../listings/listing.ts";
import type { Timeline } from "../listings/milestones.ts";
import type { TextEdits } from "../text/merge-texts.ts";
import type { CrawledSite } from "./site.ts";

export type FieldValue = string | string[] | null;
export type FieldState = "ai" | "not_found" | "edited" | "manual" | "override" | "deleted";

/** A value drafted from the website, with the quotes that support it. */
export type DraftedValue = { value: string | string[]; evidence: Evidence[] };

/** Values of which the website states several, so that only its owner knows the right one. */
export type Questions = Partial<Record<DraftFieldName, DraftedValue[]>>;

export type Field = {
  value: FieldValue;
  state: FieldState;
  evidence: Evidence[];
  /** What was drafted last. */
  aiValue: FieldValue;
  aiEvidence: Evidence[];
  /** What was drafted first, if the field was redrafted since: restore returns it. */
  first?: { value: FieldValue; evidence: Evidence[] };
  updatedAt: string;
};

/** Parts of a draft beside its fields. */
export const SECTIONS = [
  "faqs",
  "founders",
  "company_socials",
  "founder_socials",
  "story",
  "milestones",
  "competitor",
  "seo",
] as const;
export type SectionName = (typeof SECTIONS)[number];

export type DraftFounder = { name: string; title: string | null; bio: string | null };
export type Competitor = { url: string; status: "pending" | "read" | "failed"; name: string | null };

export type DraftContent = {
  /** A field is absent until it is drafted or edited. */
  fields: Partial<Record<DraftFieldName, Field>>;
  faqs: Faq[];
  founders: DraftFounder[];
  companySocials: Socials;
  founderSocials: Socials;
  story: Story;
  milestones: Milestone[];
  lastMilestoneId?: number;
  competitor: Competitor | null;
  seo: { title: string | null; meta: string | null };
  /** Absent if the website contradicts itself nowhere. */
  questions?: Questions;
  /** Sections that a person has set, which a drafter does not change. */
  touched: SectionName[];
};

export type CrawlReport = {
  pages: string[];
  robots: CrawledSite["robots"] | null;
  error: CrawledSite["error"];
  needsJavascript: boolean;
  fetchedAt: string | null;
  drafter: "extractive" | "anthropic" | null;
};

export type Draft = {
  id: string;
  accountId: string;
  url: string;
  siteKey: string;
  status: "crawling" | "drafting" | "ready";
  content: DraftContent;
  crawl: CrawlReport;
  listingId: number | null;
  createdAt: Date;
  updatedAt: Date;
};

export type Invite = {
  id: string;
  draftId: string;
  email: string;
  emailFolded: string;
  /** The account that accepted. */
  accountId: string | null;
  status: "pending" | "accepted" | "expired";
  tokenHash: string;
  expiresAt: Date;
  createdAt: Date;
};

export const emptyContent = (): DraftContent => ({
  fields: {},
  faqs: [],
  founders: [],
  companySocials: {},
  founderSocials: {},
  story: {},
  milestones: [],
  competitor: null,
  seo: { title: null, meta: null },
  touched: [],
});

const isFilled = (field: Field | undefined): boolean =>
  field !== undefined &&
  (Array.isArray(field.value) ? field.value.length > 0 : field.value !== null && field.value !== "");

export type Completeness = { percent: number; requiredMissing: DraftFieldName[]; recommendedMissing: DraftFieldName[] };

/** `percent` counts required and recommended fields alike. */
export function completeness({ fields }: DraftContent): Completeness {
  const missing = <T extends DraftFieldName>(names: readonly T[]) => names.filter((name) => !isFilled(fields[name]));
  const requiredMissing = missing(REQUIRED_FIELDS);
  const recommendedMissing = missing(RECOMMENDED_FIELDS);
  const all = REQUIRED_FIELDS.length + RECOMMENDED_FIELDS.length;
  return {
    percent: Math.round(((all - requiredMissing.length - recommendedMissing.length) / all) * 100),
    requiredMissing,
    recommendedMissing,
  };
}

export type DraftEdit = {
  fields?: Partial<Record<DraftFieldName, FieldValue>>;
  /** Quotes that prove the values in `fields`, if there are any. */
  quotes?: Partial<Record<DraftFieldName, Evidence[]>>;
  lock?: DraftFieldName[];
  unlock?: DraftFieldName[];
  restore?: DraftFieldName[];
  faqs?: Faq[];
  founders?: DraftFounder[];
  companySocials?: TextEdits;
  founderSocials?: TextEdits;
  story?: TextEdits;
  timeline?: Timeline;
  /** null clears it. */
  competitor?: Competitor | null;
  seo?: Partial<DraftContent["seo"]>;
};

/** Ids of the jobs that build a draft: its website is read first. */
export const crawlJob = (draftId: string): string => `crawl:${draftId}`;
export const draftJob = (draftId: string): string => `draft:${draftId}`;
