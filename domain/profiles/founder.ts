import type { Listing, Socials } from "../listings/listing.ts";

export type Founder = {
  id: number;
  slug: string;
  name: string;
  /** Their role at their most voted live listing. */
  title: string | null;
  bio: string | null;
  avatarUrl: string | null;
  country: string | null;
  socials: Socials;
  interview: Record<string, string>;
  companies: Listing[];
};

/** For founders without a country, `country` matches that of any live listing of theirs. */
export type FounderFilter = { q?: string; country?: string };

export type InterviewAnswer = { questionId: number; question: string; answer: string; updatedAt: Date };
export type InterviewQuestion = { id: number; position: number; question: string; hint: string };
