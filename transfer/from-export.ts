import { ALL_FIELDS, isYearField, shownIn } from "#domain/listings/fields.ts";
import { byName } from "#domain/text/keys.ts";
import { ROW_FIELDS } from "./row-schema.ts";

type Exported = Record<string, unknown> & {
  categories?: { slug: string }[];
  founders?: { slug: string; name: string; title: string | null }[];
  attributes?: { key: string; value: unknown }[];
  milestones?: { milestone_id: number; date: string; title: string; description: string | null; url: string | null }[];
};

export type FounderPages = Map<unknown, Record<string, unknown>>;

type ExportedFounder = Record<string, unknown> & { stories?: { kind?: unknown; answers?: unknown }[] };

export const pageOf = ({ name, bio, avatar_url, country, socials, stories }: ExportedFounder) => ({
  name,
  bio,
  avatar_url,
  country,
  socials,
  interview: stories?.find(({ kind }) => kind === "interview")?.answers,
});

/** Converts an exported profile to a row, without counts, awards and ratings, which must be earned here. */
export function fromProfile(profile: Exported, pages: FounderPages): Record<string, unknown> {
  const given: Record<string, unknown> = {
    ...Object.fromEntries(ROW_FIELDS.map((name) => [name, profile[name]])),
    ...byName(ALL_FIELDS, (name) => {
      const value = shownIn(profile, name);
      return typeof value === "number" && isYearField(name) ? String(value) : value;
    }),
    attributes: profile.attributes && Object.fromEntries(profile.attributes.map(({ key, value }) => [key, value])),
    categories: profile.categories?.map(({ slug }) => slug),
    founders: profile.founders?.map(({ slug, name, title }) => ({ slug, name, title, page: pages.get(slug) })),
    milestones: profile.milestones?.map(({ milestone_id, date, title, description, url }) => ({
      milestone_id,
      date,
      title,
      description,
      url,
    })),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
}
