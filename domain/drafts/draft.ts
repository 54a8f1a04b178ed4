import type { Evidence, Quotes } from "../listings/evidence.ts";
import { type DraftFieldName, RECOMMENDED_FIELDS, REQUIRED_FIELDS } from "../listings/fields.ts";
import type { Faq, Milestone, Socials, Story } from "../listings/listing.ts";
import type { Timeline } from "../listings/milestones.ts";
import type { OwnValue } from "../listings/own-fields.ts";
import type { TextEdits } from "../text/merge-texts.ts";
import type { CrawledSite, SitePage } from "./site.ts";

export type FieldValue = string | string[] | null;
export type FieldState = "ai" | "not_found" | "edited" | "manual" | "override" | "deleted";

export type DraftedValue = { value: string | string[]; evidence: Evidence[] };

/** Fields for which the website states several values; only the owner knows the right one. */
export type Questions = Partial<Record<DraftFieldName, DraftedValue[]>>;

/** Drafted values that are doubtful, with the reason. They are offered to the owner, not set. */
export type Candidates = Partial<Record<DraftFieldName, (DraftedValue & { reason: string })[]>>;

/** A value that somebody set and that no page proves, with the nearest words if there are any. */
export type Unproven = { field: string; value: string; reason: string; evidence?: Evidence };

export type Field<Value = FieldValue> = {
  value: Value;
  state: FieldState;
  evidence: Evidence[];
  /** The latest drafted value. */
  aiValue: Value;
  aiEvidence: Evidence[];
  /** The first drafted value, if the field was redrafted since. Restore returns to it. */
  first?: { value: Value; evidence: Evidence[] };
  updatedAt: string;
};
/** A field that the site defines. */
export type OwnDraftField = Field<OwnValue | null>;

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
  /** Fields that the site defines, by key. */
  own?: Record<string, OwnDraftField>;
  /** Absent if the website contradicts itself nowhere. */
  questions?: Questions;
  /** For empty fields. Absent if there are none. */
  candidates?: Candidates;
  /** Sections set by a person, which drafting does not change. */
  touched: SectionName[];
};

export type CrawlReport = {
  pages: string[];
  robots: CrawledSite["robots"] | null;
  error: CrawledSite["error"];
  needsJavascript: boolean;
  fetchedAt: string | null;
  drafter: "extractive" | "model" | null;
  /** Keys of other websites that this one redirects to or names as canonical. Absent if there are none. */
  sameSites?: string[];
  /** Whether a model failed, so that rules drafted. */
  modelFailed?: boolean;
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

/** The website of a draft as it was read. */
export const siteOf = (
  { url, crawl, updatedAt }: Pick<Draft, "url" | "crawl" | "updatedAt">,
  pages: SitePage[],
): CrawledSite => ({
  url: pages[0]?.url ?? url,
  pages,
  robots: crawl.robots ?? "allowed",
  error: crawl.error,
  needsJavascript: crawl.needsJavascript,
  requests: 0,
  fetchedAt: updatedAt,
});

export type Invite = {
  id: string;
  draftId: string;
  email: string;
  emailFolded: string;
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

/** How an edit names a field: by its name, or a field of the site by "attributes." and its key. */
export type OwnRef = `attributes.${string}`;
export type FieldRef = DraftFieldName | OwnRef;
export const isOwnRef = (ref: string): ref is OwnRef => ref.startsWith("attributes.");
export const keyOfRef = (ref: OwnRef): string => ref.slice("attributes.".length);
export const fieldAt = ({ fields, own = {} }: DraftContent, ref: FieldRef): Field<FieldValue | OwnValue> | undefined =>
  isOwnRef(ref) ? own[keyOfRef(ref)] : fields[ref];

/** By key of a field that the site defines; null removes. */
export type OwnDraftEdit = {
  values?: Record<string, OwnValue | null>;
  lock?: string[];
  unlock?: string[];
  restore?: string[];
};

export type DraftEdit = {
  fields?: { [Name in DraftFieldName]?: FieldValue | undefined };
  quotes?: Quotes;
  lock?: DraftFieldName[];
  unlock?: DraftFieldName[];
  restore?: DraftFieldName[];
  own?: OwnDraftEdit;
  faqs?: Faq[];
  founders?: DraftFounder[];
  companySocials?: TextEdits;
  founderSocials?: TextEdits;
  story?: TextEdits;
  timeline?: Timeline;
  competitor?: Competitor | null;
  seo?: Partial<DraftContent["seo"]>;
};

/** Job ids for building a draft. The crawl runs first. */
export const crawlJob = (draftId: string): string => `crawl:${draftId}`;
export const draftJob = (draftId: string): string => `draft:${draftId}`;
