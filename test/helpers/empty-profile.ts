import type { ListingContent } from "../../domain/listings/listing.ts";
import { textsOf } from "../../domain/listings/shared-facts.ts";

/** A profile of which nothing is known. */
export const EMPTY_PROFILE: ListingContent["profile"] = {
  ...textsOf({}).profile,
  faqs: [],
  socials: {},
  story: {},
  milestones: [],
  notFound: [],
  evidence: {},
};
