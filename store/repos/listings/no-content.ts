import type { Profile } from "#domain/listings/listing.ts";
import { textsOf } from "#domain/listings/shared-facts.ts";

const { name: _, profile, ...columns } = textsOf({});

export const EMPTY_PROFILE: Profile = {
  ...profile,
  ...{ faqs: [], socials: {}, story: {}, milestones: [], notFound: [], evidence: {}, categories: [], founders: [] },
};

/** The texts of a listing of which only the name and the addresses are kept. */
export const NO_CONTENT = { ...columns, profile: EMPTY_PROFILE };
