import { z } from "zod";
import { checkFields, checkSocials, type Known, spellCategories } from "../../../domain/check-fields.ts";
import {
  byName,
  DRAFT_FIELDS,
  FIELDS,
  type FieldName,
  isTextField,
  LIST_FIELDS,
  type ListFieldName,
  MOST_ENTRIES,
} from "../../../domain/fields.ts";
import type { ListingCategory, ListingContent } from "../../../domain/listing.ts";
import { mergeTexts } from "../../../domain/merge-texts.ts";
import { replaceMilestones } from "../../../domain/milestones.ts";
import { LONGEST_ALT, MOST_PICTURES } from "../../../domain/pictures.ts";
import { MOST, STORY_TITLE_MAX } from "../../../domain/section-fields.ts";
import { cleanDeep } from "../../../domain/text.ts";
import { line, text, WebUrl } from "../../../tools/schemas/common.ts";
import {
  FaqsInput,
  FounderInput,
  milestoneFields,
  milestoneOf,
  presentSocials,
  SocialsInput,
  storySections,
} from "../../../tools/schemas/sections.ts";
import { type RowFault, rowFault, rowFaults } from "./row-fault.ts";

const SEPARATOR = /\s*[;|]\s*/;

/** One text of at most as many characters as a listing takes. */
const words = (name: FieldName) => (FIELDS[name].kind === "text" ? text : line)(FIELDS[name].listingMax).optional();
const entries = (name: ListFieldName) => z.array(line(FIELDS[name].listingMax).min(1)).max(MOST_ENTRIES).default([]);

/** Sections that a listing shows once they are unlocked, as they are of one that is exported with them. */
const SECTIONS = {
  story: z.strictObject({ title: line(STORY_TITLE_MAX.listing).optional(), ...storySections }).optional(),
  milestones: z.array(z.strictObject(milestoneFields)).max(MOST.milestones).optional(),
  media: z
    .array(z.strictObject({ url: WebUrl, alt: line(LONGEST_ALT) }))
    .max(MOST_PICTURES)
    .optional(),
};

const isMonday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
/** When things happened where the listing comes from; a table of another directory cannot know it. */
const HISTORY = {
  launch_week: z.iso.date().refine(isMonday, "Must be a Monday, YYYY-MM-DD.").optional(),
  updated_at: z.iso.datetime({ offset: true }).optional(),
};

/** What an imported listing may have; the names are those of a listing's profile. Anything that people give, like votes, is not among them. */
const Row = z.strictObject({
  ...byName(DRAFT_FIELDS.filter(isTextField), words),
  name: line(FIELDS.name.listingMax).min(1),
  ...byName(["headline", "summary"] as const, words),
  ...byName(LIST_FIELDS, entries),
  url: WebUrl,
  launched_at: z.iso
    .datetime({ offset: true, error: "Must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z." })
    .or(z.iso.date())
    .optional(),
  socials: SocialsInput.default({}),
  founders: z
    .array(FounderInput.omit({ bio: true }))
    .max(MOST.founders)
    .default([]),
  faqs: FaqsInput.default([]),
  seo: z
    .strictObject({ title: words("seo_title").nullable(), description: words("seo_description").nullable() })
    .default({ title: null, description: null }),
  ...HISTORY,
  ...SECTIONS,
});
type Row = z.output<typeof Row>;

/** What a row may name. */
export const ROW_FIELDS: readonly string[] = Object.keys(Row.shape);
const LISTS: readonly string[] = LIST_FIELDS;
/** Fields that a table cannot hold. */
const NESTED = ["socials", "founders", "faqs", "seo", ...Object.keys(HISTORY), ...Object.keys(SECTIONS)];
export const COLUMNS = ROW_FIELDS.filter((name) => !NESTED.includes(name));

export type Incoming = {
  url: string;
  content: ListingContent;
  categories: ListingCategory[];
  founders: { name: string; title: string | null; bio: null }[];
  launchedAt: Date | null;
  launchWeek: string | null;
  updatedAt: Date | null;
  unlocked: string[];
};

export type Category = { slug: string; name: string };
/** What rows are checked against; `fallback` takes rows whose own category the directory does not know. */
export type Directory = { categories: Category[]; countries: ReadonlySet<string>; fallback: Category | undefined };

/** A row of a table: names of fields to text. Lists have their entries between semicolons; an empty cell is absent. */
export const fromCells = (cells: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]): [string, unknown][] => {
      const value = cell.trim();
      if (value === "") return [];
      return [[name, LISTS.includes(name) ? value.split(SEPARATOR).filter(Boolean) : value]];
    }),
  );

/** A listing as it may be saved, or every reason why not. */
export function readRow(given: unknown, directory: Directory): Incoming | RowFault[] {
  const parsed = Row.safeParse(cleanDeep(given), { reportInput: true });
  if (!parsed.success) return rowFaults(parsed.error, Row);
  const row = parsed.data;
  const names = directory.categories.map(({ name }) => name);
  const named = row.categories.map((wish) => directory.categories.find(({ slug }) => slug === wish)?.name ?? wish);
  const known: Known = { categories: names, countries: directory.countries };
  const spelled = spellCategories(named, known);
  const isKnown = spelled.every((name) => names.includes(name));
  const categories = isKnown || !directory.fallback ? spelled : [directory.fallback.name];
  const { country, founded_year, contact_email, demo_video_url, logo_url, stage } = row;
  const faults = [
    ...checkFields({ country, founded_year, contact_email, demo_video_url, logo_url, stage, categories }, known),
    ...checkSocials(row.socials, "/socials"),
  ];
  if (faults.length) return faults.map(rowFault);
  const chosen = categories.length ? categories : directory.fallback ? [directory.fallback.name] : [];
  if (!chosen.length)
    return [
      {
        field: "categories",
        inside: "",
        detail: "A listing needs one. Map a column to it, or name one for all with --category.",
      },
    ];
  return incoming(row, chosen.slice(0, 1), directory);
}

function incoming(row: Row, names: string[], directory: Directory): Incoming {
  return {
    url: row.url,
    content: {
      name: row.name,
      tagline: row.tagline ?? null,
      stage: row.stage ?? null,
      pricingModel: row.pricing_model ?? null,
      country: row.country?.toUpperCase() ?? null,
      logoUrl: row.logo_url ?? null,
      profile: {
        shortDescription: row.short_description ?? null,
        description: row.description ?? null,
        headline: row.headline ?? null,
        summary: row.summary ?? null,
        features: row.features,
        usps: row.usps,
        keywords: row.keywords,
        tags: row.tags,
        pricingSummary: row.pricing_summary ?? null,
        city: row.city ?? null,
        foundedYear: row.founded_year ? Number(row.founded_year) : null,
        contactEmail: row.contact_email ?? null,
        demoVideoUrl: row.demo_video_url ?? null,
        faqs: row.faqs,
        socials: presentSocials(row.socials),
        story: mergeTexts({}, row.story),
        ...replaceMilestones({ milestones: [] }, (row.milestones ?? []).map(milestoneOf)),
        ...(row.media ? { media: row.media } : {}),
        seo: { title: row.seo.title ?? null, description: row.seo.description ?? null },
        notFound: [],
        evidence: {},
      },
    },
    categories: names.map((name, index) => ({
      slug: directory.categories.find((category) => category.name === name)!.slug,
      name,
      primary: index === 0,
    })),
    founders: row.founders.map(({ name, title = null }) => ({ name, title, bio: null })),
    launchedAt: row.launched_at ? new Date(row.launched_at) : null,
    launchWeek: row.launch_week ?? null,
    updatedAt: row.updated_at ? new Date(row.updated_at) : null,
    unlocked: Object.keys(SECTIONS).filter((name) => row[name as keyof Row] !== undefined),
  };
}

type Exported = Record<string, unknown> & {
  pricing?: { model?: unknown; summary?: unknown };
  company?: Record<string, unknown>;
  links?: { demo_video?: unknown };
  categories?: { slug: string }[];
  founders?: { name: string; title: string | null }[];
  milestones?: { date: string; title: string; description: string | null; url: string | null }[];
  seo?: { title: string | null; description: string | null };
};

/** The public profile of a listing, as export writes it, as a row. Counts, awards and ratings stay behind: they are earned here. */
export function fromProfile(profile: Exported): Record<string, unknown> {
  const { company = {}, pricing = {}, links = {} } = profile;
  const given: Record<string, unknown> = {
    ...Object.fromEntries(ROW_FIELDS.map((name) => [name, profile[name]])),
    categories: profile.categories?.map(({ slug }) => slug),
    founders: profile.founders?.map(({ name, title }) => ({ name, title })),
    pricing_model: pricing.model,
    pricing_summary: pricing.summary,
    city: company.city,
    country: company.country,
    contact_email: company.contact_email,
    founded_year: company.founded_year == null ? undefined : String(company.founded_year),
    demo_video_url: links.demo_video,
    // The newest stand first, and are numbered last.
    milestones: profile.milestones
      ?.map(({ date, title, description, url }) => ({ date, title, description, url }))
      .toReversed(),
    seo: profile.seo && { title: profile.seo.title, description: profile.seo.description },
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
}
