import { keysOf } from "../text/keys.ts";

/** Pages about the site, its terms and its operator. Admins may replace each text. */
export const SITE_PAGES = {
  about: { title: "About", description: "What this site is for, and what it promises." },
  terms: { title: "Terms of use", description: "What you agree to when you use this site." },
  privacy: {
    title: "Privacy policy",
    description: "What we store about you, for how long, and how to delete it.",
  },
  imprint: { title: "Imprint", description: "Who runs this site." },
  contact: { title: "Contact", description: "How to reach the people who run this site." },
  pricing: { title: "Pricing", description: "What a launch costs, and what cannot be bought." },
} as const;

export type SitePageSlug = keyof typeof SITE_PAGES;
export const SITE_PAGE_SLUGS = keysOf(SITE_PAGES);
export const isSitePage = (slug: string): slug is SitePageSlug => Object.hasOwn(SITE_PAGES, slug);

export const SITE_PAGE_MAX = 50_000;
