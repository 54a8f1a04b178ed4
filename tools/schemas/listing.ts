import { z } from "zod";
import type { ListingExtras, OwnerExtras } from "#actions/listings/listing-extras.ts";
import { openSuggestions } from "#actions/listings/save-edit.ts";
import { BADGE_RESULTS, type BadgeWatch, graceEndsAt, hasBadge, isBadgeWatched } from "#domain/listings/badge-watch.ts";
import { isStale } from "#domain/listings/evidence.ts";
import { DRAFT_FIELDS, type DraftFieldName } from "#domain/listings/fields.ts";
import {
  COMING,
  isClosed,
  isPaid,
  type Listing,
  type ListingCard,
  type ListingInList,
  type ListingStatus,
  type ListingUpdate,
} from "#domain/listings/listing.ts";
import { newestFirst } from "#domain/listings/milestones.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { openSteps } from "#domain/listings/owner-steps.ts";
import { takenBy } from "#domain/listings/stored-words.ts";
import { inEnglish, t, wordsWith } from "#languages/words.ts";
import { Attributes, viewAttributes } from "./attributes.ts";
import { Faq, NextActions, viewTime, viewTimeOrNull } from "./common.ts";
import { fieldsAt } from "./fields.ts";
import { MilestoneView, viewMilestone } from "./sections.ts";

const nullable = z.string().nullable();
export const Rating = z.object({ average: z.number().nullable(), count: z.int() });

const UpdateView = z.object({ id: z.int(), title: z.string(), body: z.string(), published_at: z.string() });

export const ListingSummary = z.object({
  slug: z.string(),
  name: z.string(),
  tagline: nullable,
  url: z.string(),
  logo_url: nullable,
  listing_url: z.string(),
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  stage: nullable,
  pricing_model: nullable,
  country: nullable,
  language: nullable.describe("of its texts, like de or pt-BR; null if unknown"),
  votes: z.int(),
  followers: z.int(),
  views: z.int(),
  rating: Rating,
  domain_rating: z.int().nullable(),
  status: z.string(),
  is_paid: z.boolean(),
  launched_at: nullable,
  launch_week: nullable,
  updated_at: z.string(),
});

export const FoundListing = ListingSummary.extend({
  reason: z.string().optional().describe("why it is here, if it does not have the words as typed"),
});

/** Fields of the short form. Paid placement is always disclosed. */
export const CONCISE_LISTING = ["slug", "name", "tagline", "listing_url", "pricing_model", "votes", "is_paid"] as const;

const own = fieldsAt("");
const pricing = fieldsAt("pricing");
const company = fieldsAt("company");
const links = fieldsAt("links");
const seo = fieldsAt("seo");

export const ListingProfile = ListingSummary.omit({ domain_rating: true }).extend({
  ...own.shape,
  pricing: z.object(pricing.shape),
  categories: z.array(z.object({ slug: z.string(), name: z.string(), primary: z.boolean() })),
  company: z.object(company.shape),
  founders: z.array(
    z.object({ slug: z.string(), name: z.string(), title: nullable, avatar_url: nullable, primary: z.boolean() }),
  ),
  attributes: Attributes,
  faqs: z.array(Faq),
  socials: z.record(z.string(), z.string()),
  latest_updates: z.array(UpdateView).describe("newest first"),
  community_rating: Rating.extend({ best: z.int(), worst: z.int() }),
  domain_rating: z.object({
    value: z.int().nullable(),
    previous: z.int().nullable(),
    change_30d: z.int().nullable(),
    history: z.array(z.object({ date: z.string(), value: z.int() })),
    source: nullable,
    checked_at: nullable,
  }),
  links: z.object({
    website: z.string(),
    listing: z.string(),
    alternatives: z.string(),
    badges: z.string(),
    vote: z.string(),
    comment: z.string(),
    review: z.string(),
    ...links.shape,
  }),
  not_found_on_website: z.array(z.string()).describe("facts not found on the pages of the website that were read"),
  evidence_checked_at: nullable,
  awards: z.array(z.object({ id: z.string(), place: z.int(), week: z.string() })),
  story: z.record(z.string(), z.string()).optional(),
  milestones: z.array(MilestoneView).optional().describe("newest first"),
  media: z.array(z.object({ url: z.string(), alt: z.string() })).optional(),
  seo: z.object({ ...seo.shape, canonical_url: z.string() }),
  verified: z.object({ claimed: z.boolean(), method: nullable }),
  paid_disclosure: nullable,
});

const ManageUrl = z.string().describe("the page where its team manages it");

export const OwnedListing = ListingProfile.extend({
  listing_id: z.int(),
  manage_url: ManageUrl,
  draft_id: nullable,
  plan: z.enum(["free", "launch", "none"]),
  status_reason: nullable,
  unlocked_sections: z.array(z.string()),
  badge: z.object({
    required: z.boolean(),
    found: z.boolean(),
    last_checked_at: nullable,
    last_result: z.enum(BADGE_RESULTS).nullable(),
    last_detail: nullable,
    next_check_at: nullable,
    grace_ends_at: nullable.describe("until then a missing badge changes nothing"),
  }),
  stats: z.object({
    views_30d: z.int(),
    clicks_30d: z.int().describe("people who clicked through to the website"),
    followers: z.int(),
    votes_counted: z.int(),
    votes_removed: z.int().describe("votes that are stored but not counted"),
    votes_removed_by_reason: z.record(z.string(), z.int()),
  }),
  suggestions: z.array(
    z.object({
      field: z.string(),
      published: z.union([z.string(), z.array(z.string())]),
      stated: z
        .union([z.string(), z.array(z.string())])
        .nullable()
        .describe("what update_my_listing would publish"),
      evidence: z.array(z.object({ quote: z.string(), url: z.string() })),
      found_at: z.string(),
    }),
  ),
  version: z.int(),
  next_actions: NextActions,
});

export const ChangedListing = OwnedListing.extend({ message: z.string() });

export const OwnedSummary = ListingSummary.extend({
  listing_id: z.int(),
  manage_url: ManageUrl,
  plan: z.enum(["free", "launch", "none"]),
  next_actions: NextActions,
});

/** `fields` are those that the site defines. */
export type Site = { baseUrl: string; fields?: readonly OwnField[] };

export const PAID_DISCLOSURE = wordsWith(
  "votes",
  t`The company paid for this listing. Payment has no effect on votes, ratings or awards.`,
  t`The company paid for this listing. Payment has no effect on ratings or search results.`,
);

export const viewRating = (listing: Pick<Listing, "ratingSum" | "ratingCount">) => ({
  average: listing.ratingCount ? Math.round((listing.ratingSum / listing.ratingCount) * 10) / 10 : null,
  count: listing.ratingCount,
});

type Summarized = Omit<ListingInList, "category"> & (Pick<ListingInList, "category"> | Pick<Listing, "profile">);

export function viewSummary(listing: Summarized, { baseUrl }: Site): z.input<typeof ListingSummary> {
  const category = "category" in listing ? listing.category : listing.profile.categories.find(({ primary }) => primary);
  return {
    slug: listing.slug,
    name: listing.name,
    tagline: listing.tagline,
    url: listing.url,
    logo_url: listing.logoUrl,
    listing_url: `${baseUrl}/listings/${listing.slug}`,
    category: category ? { slug: category.slug, name: category.name } : null,
    stage: listing.stage,
    pricing_model: listing.pricingModel,
    country: listing.country,
    language: listing.language,
    votes: listing.votes,
    followers: listing.followers,
    views: listing.views,
    rating: viewRating(listing),
    domain_rating: listing.domainRating,
    status: listing.status,
    is_paid: isPaid(listing),
    launched_at: viewTimeOrNull(listing.launchedAt),
    launch_week: listing.launchWeek,
    updated_at: listing.updatedAt.toISOString(),
  };
}

export const viewCard = ({ slug, name, tagline, language, logoUrl, plan }: ListingCard) => ({
  slug,
  name,
  tagline,
  language,
  logo_url: logoUrl,
  is_paid: isPaid({ plan }),
});

export const viewUpdate = ({ publishedAt, ...update }: ListingUpdate): z.input<typeof UpdateView> => ({
  ...update,
  published_at: viewTime(publishedAt),
});

const viewSections = ({ profile }: Listing) => ({
  story: profile.story,
  milestones: newestFirst(profile.milestones).map(viewMilestone),
  media: profile.media ?? [],
});
type Section = keyof ReturnType<typeof viewSections>;

export const isUnlocked = ({ unlocked }: Listing, section: Section): boolean => unlocked.includes(section);

export function viewProfile(
  listing: Listing,
  site: Site,
  { awards, domainRating: history, updates }: ListingExtras,
): z.input<typeof ListingProfile> {
  const { profile } = listing;
  const { domain_rating: _, ...summary } = viewSummary(listing, site);
  const page = summary.listing_url;
  return {
    ...summary,
    ...own.view(listing),
    pricing: pricing.view(listing),
    categories: profile.categories,
    company: company.view(listing),
    founders: profile.founders.map(({ avatarUrl, ...founder }) => ({ ...founder, avatar_url: avatarUrl })),
    attributes: viewAttributes(site.fields ?? [], profile.attributes, profile.evidence),
    faqs: profile.faqs,
    socials: profile.socials,
    latest_updates: updates.map(viewUpdate),
    community_rating: { ...viewRating(listing), best: 5, worst: 1 },
    domain_rating: {
      value: listing.domainRating,
      previous: history.previous,
      change_30d: history.change30d,
      history: history.points,
      source: history.source,
      checked_at: viewTimeOrNull(history.checkedAt),
    },
    links: {
      website: listing.url,
      listing: page,
      alternatives: `${page}/alternatives`,
      badges: `${page}/badges`,
      vote: `${page}#vote`,
      comment: `${page}/comments`,
      review: `${page}#reviews`,
      ...links.view(listing),
    },
    not_found_on_website: notStated(profile),
    evidence_checked_at: viewTimeOrNull(listing.evidenceCheckedAt),
    awards: awards.map(({ id, place, week }) => ({ id, place, week })),
    ...Object.fromEntries(
      Object.entries(viewSections(listing)).filter(([name]) => listing.unlocked.some((section) => section === name)),
    ),
    seo: { ...seo.view(listing), canonical_url: page },
    verified: { claimed: listing.claimedMethod !== null, method: listing.claimedMethod },
    paid_disclosure: isPaid(listing) ? inEnglish(PAID_DISCLOSURE) : null,
  };
}

/** Facts the website never stated, or no longer does. */
const notStated = ({ notFound, evidence }: Listing["profile"]): DraftFieldName[] =>
  DRAFT_FIELDS.filter((name) => notFound.includes(name) || isStale(evidence[name] ?? []));

export const manageUrl = ({ id }: Pick<Listing, "id">, { baseUrl }: Site): string =>
  `${baseUrl}/account/listings/${id}`;

const LAUNCH: Partial<Record<ListingStatus, readonly string[]>> = {
  draft: ["choose_free_listing", "list_products"],
  awaiting_badge: ["get_badges", "choose_free_listing", "list_products"],
  hidden: ["get_badges", "choose_free_listing", "list_products"],
};

const EDITS = ["update_my_listing", "post_listing_update", "set_founder_story", "add_milestone"];

/** Possible next actions by status; hiding and canceling come last. */
function nextActions(listing: Listing): string[] {
  if (isClosed(listing)) return [];
  const taken = listing.status === "draft" ? takenBy(listing.statusReason) : undefined;
  if (taken) return [...(taken.slug === null ? [] : ["claim_listing"]), ...EDITS.slice(0, 1)];
  const isComing = COMING.includes(listing.status);
  const steps = openSteps(listing).map((step) => `${step}_listing`);
  return [
    ...(LAUNCH[listing.status] ?? []),
    ...(isComing ? ["move_launch"] : []),
    ...(listing.status === "paused" ? [...steps, ...EDITS] : [...EDITS, ...steps]),
  ];
}

const viewBadgeWatch = (listing: Listing, watch: BadgeWatch | undefined): z.input<typeof OwnedListing>["badge"] => ({
  required: listing.plan === "free",
  found: watch !== undefined && hasBadge(watch),
  last_checked_at: viewTimeOrNull(watch?.checkedAt ?? null),
  last_result: watch?.result ?? null,
  last_detail: watch?.detail ?? null,
  next_check_at: viewTimeOrNull(watch && isBadgeWatched(listing) ? watch.nextCheckAt : null),
  grace_ends_at: viewTimeOrNull(watch ? graceEndsAt(watch, listing.status) : null),
});

export function viewOwned(
  listing: Listing,
  draftId: string | null,
  site: Site,
  extras: OwnerExtras,
): z.input<typeof OwnedListing> {
  return {
    ...viewProfile(listing, site, extras),
    ...viewSections(listing),
    listing_id: listing.id,
    manage_url: manageUrl(listing, site),
    draft_id: draftId,
    plan: listing.plan,
    status_reason: listing.statusReason,
    unlocked_sections: listing.unlocked,
    badge: viewBadgeWatch(listing, extras.badge),
    stats: {
      views_30d: extras.visits30d.views,
      clicks_30d: extras.visits30d.clicks,
      followers: listing.followers,
      votes_counted: listing.votes,
      votes_removed: Object.values(extras.doubts).reduce((sum, count) => sum + count, 0),
      votes_removed_by_reason: extras.doubts,
    },
    suggestions: openSuggestions(listing, extras.suggestions).map(
      ({ field, published, stated, evidence, foundAt }) => ({
        field,
        published,
        stated,
        evidence,
        found_at: foundAt.toISOString(),
      }),
    ),
    version: listing.version,
    next_actions: [
      ...nextActions(listing),
      ...(extras.updates.length > 0 && !isClosed(listing) ? ["edit_listing_update"] : []),
      ...(draftId ? ["update_draft"] : []),
    ],
  };
}

export const viewOwnedSummary = (listing: Listing, site: Site): z.input<typeof OwnedSummary> => ({
  ...viewSummary(listing, site),
  listing_id: listing.id,
  manage_url: manageUrl(listing, site),
  plan: listing.plan,
  next_actions: ["get_my_listing", ...nextActions(listing)],
});
