import { ROW_FIELDS } from "./row.ts";

type Exported = Record<string, unknown> & {
  pricing?: { model?: unknown; summary?: unknown };
  company?: Record<string, unknown>;
  links?: { demo_video?: unknown };
  categories?: { slug: string }[];
  founders?: { slug: string; name: string; title: string | null }[];
  milestones?: { milestone_id: number; date: string; title: string; description: string | null; url: string | null }[];
  seo?: { title: string | null; description: string | null };
};

/** Lines of founders, by the slug that they had. */
export type FounderPages = Map<unknown, Record<string, unknown>>;

/** What is taken of the line of a founder; all else in it follows from listings. */
export const pageOf = ({ name, bio, avatar_url, country, socials }: Record<string, unknown>) => ({
  name,
  bio,
  avatar_url,
  country,
  socials,
});

/** The public profile of a listing, as export writes it, as a row. Counts, awards and ratings stay behind: they are earned here. */
export function fromProfile(profile: Exported, pages: FounderPages): Record<string, unknown> {
  const { company = {}, pricing = {}, links = {} } = profile;
  const given: Record<string, unknown> = {
    ...Object.fromEntries(ROW_FIELDS.map((name) => [name, profile[name]])),
    categories: profile.categories?.map(({ slug }) => slug),
    founders: profile.founders?.map(({ slug, name, title }) => ({ slug, name, title, page: pages.get(slug) })),
    pricing_model: pricing.model,
    pricing_summary: pricing.summary,
    city: company.city,
    country: company.country,
    contact_email: company.contact_email,
    founded_year: company.founded_year == null ? undefined : String(company.founded_year),
    demo_video_url: links.demo_video,
    milestones: profile.milestones?.map(({ milestone_id, date, title, description, url }) => ({
      milestone_id,
      date,
      title,
      description,
      url,
    })),
    seo: profile.seo && { title: profile.seo.title, description: profile.seo.description },
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
}
