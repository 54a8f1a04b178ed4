import type { Faq, Listing, Socials } from "../listings/listing.ts";

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

export type Post = {
  slug: string;
  title: string;
  excerpt: string;
  bodyMarkdown: string;
  author: string;
  coverUrl: string | null;
  tags: string[];
  faqs: Faq[];
  publishedAt: Date;
  updatedAt: Date;
};

export type InterviewAnswer = { questionId: number; question: string; answer: string; updatedAt: Date };
export type InterviewQuestion = { id: number; position: number; question: string; hint: string };

/** One option of an order item, as defined by the site team. */
export type ProductOption = { key: string; type: string; required: boolean; minimum?: number; maximum?: number };

/** Prices are in USD cents without VAT. */
export type Product = {
  product: string;
  name: string;
  description: string;
  priceCents: number;
  needsListing: boolean;
  options: ProductOption[];
};

const WORDS_A_MINUTE = 220;

/** Reading time in whole minutes, at least one. */
export const readingMinutes = (text: string): number =>
  Math.max(1, Math.round((text.match(/[\p{L}\p{N}'’-]+/gu) ?? []).length / WORDS_A_MINUTE));

/** One page in a sitemap. */
export type PageAddress = { slug: string; updatedAt: Date | null };
/** One sitemap file: a fixed range of ids, so that pages never move between files. */
export type Shard = { number: number; updatedAt: Date | null };
