import type { ListingContent } from "../../domain/listings/listing.ts";
import { textsOf } from "../../domain/listings/shared-facts.ts";

export const EMPTY_PROFILE: ListingContent["profile"] = {
  ...textsOf({}).profile,
  faqs: [],
  socials: {},
  story: {},
  milestones: [],
  notFound: [],
  evidence: {},
};
