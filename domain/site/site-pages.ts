import { t } from "#languages/words.ts";
import { keysOf } from "../text/keys.ts";

/** Pages about the site, its terms and its operator. Admins may replace each text. */
export const SITE_PAGES = {
  about: { title: t`About`, description: t`What this site is for.` },
  terms: { title: t`Terms of use`, description: t`What you agree to when you use this site.` },
  privacy: {
    title: t`Privacy policy`,
    description: t`What we store about you, for how long, and how to delete it.`,
  },
  imprint: { title: t`Imprint`, description: t`Who runs this site.` },
  contact: { title: t`Contact`, description: t`How to reach us.` },
  pricing: { title: t`Pricing`, description: t`What a launch costs, and what cannot be bought.` },
} as const;

export type SitePageSlug = keyof typeof SITE_PAGES;
export const SITE_PAGE_SLUGS = keysOf(SITE_PAGES);
export const isSitePage = (slug: string): slug is SitePageSlug => Object.hasOwn(SITE_PAGES, slug);

export const SITE_PAGE_MAX = 50_000;

/** A page of the team. p/faq has the address /p/faq, so that it meets no page of ours. */
export type OwnPageSlug = `p/${string}`;
export type OwnPage = { slug: OwnPageSlug; title: string; isHidden: boolean };
export const OWN_PAGE_LIMITS = { title: 80, name: 80 } as const;

const NO_PARAGRAPH = /^\s*(?:$|>|\||```|~~~|!\[|[-*+]\s|\d+[.)]\s)/;
export const firstParagraph = (markdown: string): string =>
  markdown
    .replace(/^#{1,6}\s.*$/gm, "\n")
    .split(/\n\s*\n/)
    .find((block) => !NO_PARAGRAPH.test(block)) ?? "";
