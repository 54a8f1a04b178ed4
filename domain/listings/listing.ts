import { t, type Words } from "#languages/words.ts";
import type { Hue } from "../pictures/hues.ts";
import type { Picture } from "../pictures/pictures.ts";
import type { Attribute } from "../search/attributes.ts";
import type { ClaimMethod } from "./claim.ts";
import type { Quotes } from "./evidence.ts";
import type { DraftFieldName, FieldName, ListFieldName, YearFieldName } from "./fields.ts";
import type { OwnValues } from "./own-fields.ts";
import type { OwnFilter } from "./own-filter.ts";

export const LISTING_STATUSES = [
  "draft",
  "awaiting_badge",
  "scheduled",
  "live",
  "pending_review",
  "rejected",
  "paused",
  "hidden",
  "suspended",
  "removed",
] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** As sentences say it: "This listing is paused". */
export const LISTING_STATES: Record<ListingStatus, Words> = {
  draft: t`draft`,
  awaiting_badge: t`awaiting badge`,
  scheduled: t`scheduled`,
  live: t`live`,
  pending_review: t`pending review`,
  rejected: t`rejected`,
  paused: t`paused`,
  hidden: t`hidden`,
  suspended: t`suspended`,
  removed: t`removed`,
};

export const COMING: readonly ListingStatus[] = ["awaiting_badge", "scheduled"];

/** Statuses in which a listing is, will be or was public, so it can be claimed. */
export const CLAIMABLE: readonly ListingStatus[] = ["live", "scheduled", "awaiting_badge", "paused", "hidden"];

export type Plan = "free" | "launch" | "none";
export type Faq = { question: string; answer: string };
export type Socials = Record<string, string>;
export type Story = Record<string, string>;
/** `id` is unique within its listing and stable across edits. `date` is YYYY-MM-DD. */
export type Milestone = { id: number; date: string; title: string; description: string | null; url: string | null };
export type ListingUpdate = { id: number; title: string; body: string; publishedAt: Date };

export type ListingCategory = { slug: string; name: string; primary: boolean };
export type ListingFounder = {
  slug: string;
  name: string;
  title: string | null;
  avatarUrl: string | null;
  primary: boolean;
};

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;

export type ProfileFieldName = {
  [Name in FieldName]: Camel<Name> extends ContentColumn | "categories" ? never : Name;
}[FieldName];

/** Absent fields are null or empty. */
export type ProfileTexts = {
  [Name in ProfileFieldName as Camel<Name>]: Name extends ListFieldName
    ? string[]
    : (Name extends YearFieldName ? number : string) | null;
};

export type Profile = ProfileTexts & {
  faqs: Faq[];
  socials: Socials;
  story: Story;
  milestones: Milestone[];
  lastMilestoneId?: number;
  /** Facts that were not found on the pages that were read. */
  notFound: DraftFieldName[];
  evidence: Quotes;
  /**
   * Primary first. Names are copied here so that reading takes one row; link tables serve the
   * filters.
   */
  categories: ListingCategory[];
  founders: ListingFounder[];
  /** Values of the fields that admins define, by key. */
  attributes?: OwnValues;
  /** In display order. Drafts have none. */
  media?: Picture[];
  /** Shown while it has no pictures: its website's own, or a screenshot. Null if its team removed it. */
  preview?: Picture | null;
};

export type Listing = Record<Exclude<ContentColumn, "name">, string | null> & {
  name: string;
  id: number;
  slug: string;
  url: string;
  domain: string;
  siteKey: string;
  /** Since when no other listing can have its website: it was published, or proven by badge, claim or payment. */
  siteHeldAt: Date | null;
  status: ListingStatus;
  statusReason: string | null;
  plan: Plan;
  hue: Hue | null;
  profile: Profile;
  votes: number;
  followers: number;
  views: number;
  ratingSum: number;
  ratingCount: number;
  trending: number;
  domainRating: number | null;
  unlocked: string[];
  claimedMethod: ClaimMethod | null;
  launchWeek: string | null;
  /** Planned launch time; null for the start of the launch week. */
  launchAt: Date | null;
  launchedAt: Date | null;
  evidenceCheckedAt: Date | null;
  isDemo: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

export type Website = Pick<Listing, "url" | "domain" | "siteKey">;

export type ListingCard = Pick<Listing, "id" | "slug" | "name" | "tagline" | "language" | "logoUrl" | "plan">;

/** Fields with a column, because lists filter by them or show them; the others are in the profile. */
export const CONTENT = ["name", "tagline", "stage", "pricingModel", "country", "language", "logoUrl"] as const;
type ContentColumn = (typeof CONTENT)[number];
export const LISTED = [
  ...CONTENT,
  ...(["id", "slug", "url", "status", "plan", "votes", "followers", "views", "ratingSum", "ratingCount"] as const),
  ...(["domainRating", "launchWeek", "launchedAt", "updatedAt"] as const),
] as const;

export type ListingInList = Pick<Listing, (typeof LISTED)[number]> & {
  category: Pick<ListingCategory, "slug" | "name"> | null;
};

export type ListingContent = Pick<Listing, ContentColumn> & {
  profile: Omit<Profile, "categories" | "founders">;
};

export const LISTING_SORTS = ["relevance", "newest", "votes", "trending", "most_viewed", "most_followed"] as const;
export type ListingSort = (typeof LISTING_SORTS)[number];

export type ListingFilter = {
  q?: string;
  /** Any of the values of a filter may hold, but all filters must. */
  categories?: string[];
  tags?: string[];
  stage?: string[];
  country?: string[];
  language?: string[];
  pricingModel?: string[];
  domain?: string;
  /** Of the fields that the site defines. */
  own?: OwnFilter;
  /** What words of the search want. Preferred, and if enough have it, those that state otherwise are left out. */
  wished?: Attribute[];
  /** One of them to sort by, with - the highest first. */
  ownSort?: string;
  status: "live" | "upcoming";
  sort: ListingSort;
};

export type Page<T> = { items: T[]; total: number };
export type PageRequest = { page: number; perPage: number };

export const isPaid = ({ plan }: Pick<Listing, "plan">): boolean => plan === "launch";

export const isClosed = ({ status }: Pick<Listing, "status">): boolean =>
  status === "removed" || status === "suspended";

/** A cursor in the order of last changes: milliseconds, then listing id. */
export type ChangeMark = { at: number; id: number };

export const primaryCategoryOf = ({ profile }: Pick<Listing, "profile">): string | undefined =>
  profile.categories.find(({ primary }) => primary)?.slug;
