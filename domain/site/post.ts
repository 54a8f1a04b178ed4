import type { Faq } from "../listings/listing.ts";

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

const WORDS_A_MINUTE = 220;

export const readingMinutes = (text: string): number =>
  Math.max(1, Math.round((text.match(/[\p{L}\p{N}'’-]+/gu) ?? []).length / WORDS_A_MINUTE));
