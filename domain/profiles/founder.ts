import type { Listing, Socials } from "../listings/listing.ts";

/** A person behind at least one live listing. */
export type Founder = {
  id: number;
  slug: string;
  name: string;
  /** The role at their most voted live listing. */
  title: string | null;
  bio: string | null;
  avatarUrl: string | null;
  country: string | null;
  socials: Socials;
  /** Imported interview answers, by the id of their question. */
  interview: Record<string, string>;
  /** Live listings, most voted first. */
  companies: Listing[];
};

/**
 * `country` also matches founders without a country by the country of one of their live listings.
 */
export type FounderFilter = { q?: string; country?: string };

export type InterviewAnswer = { questionId: number; question: string; answer: string; updatedAt: Date };
export type InterviewQuestion = { id: number; position: number; question: string; hint: string };
