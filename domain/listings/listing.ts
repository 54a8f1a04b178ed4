import type { Hue } from "../pictures/hues.ts";
import type { Picture } from "../pictures/pictures.ts";
import type { ClaimMethod } from "./claim.ts";
import type { Evidence } from "./evidence.ts";
import type { DraftFieldName } from "./fields.ts";

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

/** Statuses of listings in the calendar that are not live yet. */
export const COMING: readonly ListingStatus[] = ["awaiting_badge", "scheduled"];

/** Statuses in which a listing can be claimed: it is public, will be, or was. */
export const CLAIMABLE: readonly ListingStatus[] = ["live", "scheduled", "awaiting_badge", "paused", "hidden"];

export type Plan = "free" | "launch" | "none";
export type Faq = { question: string; answer: string };
export type Socials = Record<string, string>;
export type Story = Record<string, string>;
/** `id` is unique within its listing and survives edits. `date` is YYYY-MM-DD. */
export type Milestone = { id: number; date: string; title: string; description: string | null; url: string | null };
/** News that a team posts about its listing. Plain text. */
export type ListingUpdate = { id: number; title: string; body: string; publishedAt: Date };

export type ListingCategory = { slug: string; name: string; primary: boolean };
export type ListingFounder = {
  slug: string;
  name: string;
  title: string | null;
  avatarUrl: string | null;
  primary: boolean;
};

/**
 * The texts of a listing that are shown but not used as filters. Absent facts are null or empty.
 */
export type Profile = {
  shortDescription: string | null;
  description: string | null;
  headline: string | null;
  summary: string | null;
  features: string[];
  usps: string[];
  keywords: string[];
  tags: string[];
  pricingSummary: string | null;
  city: string | null;
  foundedYear: number | null;
  contactEmail: string | null;
  demoVideoUrl: string | null;
  faqs: Faq[];
  socials: Socials;
  story: Story;
  milestones: Milestone[];
  lastMilestoneId?: number;
  seo: { title: string | null; description: string | null };
  /** Facts that the website does not state. */
  notFound: DraftFieldName[];
  evidence: Partial<Record<DraftFieldName, Evidence[]>>;
  /**
   * Primary first. Names are copied so that a read needs one row; the link tables serve filters.
   */
  categories: ListingCategory[];
  founders: ListingFounder[];
  /** Comparison attributes that the website states, by label. */
  attributes?: Record<string, string>;
  /** In the order in which they are shown. Drafts have none. */
  media?: Picture[];
};

export type Listing = {
  id: number;
  slug: string;
  url: string;
  domain: string;
  siteKey: string;
  status: ListingStatus;
  statusReason: string | null;
  plan: Plan;
  name: string;
  tagline: string | null;
  stage: string | null;
  pricingModel: string | null;
  country: string | null;
  logoUrl: string | null;
  /** Of its logo, once that is copied. */
  hue: Hue | null;
  profile: Profile;
  votes: number;
  followers: number;
  views: number;
  ratingSum: number;
  ratingCount: number;
  trending: number;
  domainRating: number | null;
  /** Purchased sections: story, milestones and media are shown; categories allows more than one. */
  unlocked: string[];
  claimedMethod: ClaimMethod | null;
  /** Monday of the launch week, YYYY-MM-DD. */
  launchWeek: string | null;
  /** The planned moment of the launch; null is the beginning of the launch week. */
  launchAt: Date | null;
  launchedAt: Date | null;
  evidenceCheckedAt: Date | null;
  isDemo: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

/** What the small rows beside a page show of a listing. */
export type ListingCard = Pick<Listing, "id" | "slug" | "name" | "tagline" | "logoUrl" | "plan">;

/** The columns that an edit or a draft may set, besides the profile. */
export const CONTENT = ["name", "tagline", "stage", "pricingModel", "country", "logoUrl"] as const;
/** The columns that a list shows. */
export const LISTED = [
  ...CONTENT,
  ...(["id", "slug", "url", "status", "plan", "votes", "followers", "views", "ratingSum", "ratingCount"] as const),
  ...(["domainRating", "launchWeek", "launchedAt", "updatedAt"] as const),
] as const;

/** What a list shows of a listing. */
export type ListingInList = Pick<Listing, (typeof LISTED)[number]> & {
  category: Pick<ListingCategory, "slug" | "name"> | null;
};

/** What an edit or a draft may set on a listing. */
export type ListingContent = Pick<Listing, (typeof CONTENT)[number]> & {
  profile: Omit<Profile, "categories" | "founders">;
};

export const LISTING_SORTS = ["relevance", "newest", "votes", "trending", "most_viewed", "most_followed"] as const;
export type ListingSort = (typeof LISTING_SORTS)[number];

export type ListingFilter = {
  q?: string;
  /** The category and its subcategories. */
  categories?: string[];
  stage?: string;
  country?: string;
  pricingModel?: string;
  domain?: string;
  status: "live" | "upcoming";
  sort: ListingSort;
};

export type Page<T> = { items: T[]; total: number };
export type PageRequest = { page: number; perPage: number };

/** Bought its launch, which every page and email says of it. */
export const isPaid = ({ plan }: Pick<Listing, "plan">): boolean => plan === "launch";

/** Taken off the site for good, or by the people who run it. */
export const isClosed = ({ status }: Pick<Listing, "status">): boolean =>
  status === "removed" || status === "suspended";

/** A place in the order of last changes: its time in milliseconds, then the listing. */
export type ChangeMark = { at: number; id: number };

/** The slug of the category that a listing is ranked in. */
export const primaryCategoryOf = ({ profile }: Pick<Listing, "profile">): string | undefined =>
  profile.categories.find(({ primary }) => primary)?.slug;
