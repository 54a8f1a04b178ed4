import type { ListingContent } from "../../domain/listings/listing.ts";

/** A profile of which nothing is known. */
export const EMPTY_PROFILE: ListingContent["profile"] = {
  shortDescription: null,
  description: null,
  headline: null,
  summary: null,
  features: [],
  usps: [],
  keywords: [],
  tags: [],
  pricingSummary: null,
  city: null,
  foundedYear: null,
  contactEmail: null,
  demoVideoUrl: null,
  faqs: [],
  socials: {},
  story: {},
  milestones: [],
  seo: { title: null, description: null },
  notFound: [],
  evidence: {},
};
