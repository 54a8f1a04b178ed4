import { z } from "zod";
import { UPDATES } from "#actions/listings/listing-extras.ts";
import {
  ALL_FIELDS,
  DRAFT_FIELDS,
  FIELDS,
  type FieldName,
  isTextField,
  LIST_FIELDS,
  type ListFieldName,
  MOST_ENTRIES,
} from "#domain/listings/fields.ts";
import { INTERVIEW_ANSWER_MAX, MOST, STORY_TITLE_MAX, UPDATE_FIELDS } from "#domain/listings/section-fields.ts";
import { LONGEST_ALT, MOST_PICTURES } from "#domain/pictures/pictures.ts";
import { byName } from "#domain/text/keys.ts";
import { cleanLine } from "#domain/text/text.ts";
import { Country, Id, line, orNull, Slug, text, WebUrl } from "#tools/schemas/common.ts";
import { fieldText } from "#tools/schemas/fields.ts";
import { FaqsInput, FounderInput, milestoneFields, SocialsInput, storySections } from "#tools/schemas/sections.ts";

const words = (name: FieldName) => orNull(fieldText(name, FIELDS[name].listingMax));
const entries = (name: ListFieldName) => z.array(line(FIELDS[name].listingMax).min(1)).max(MOST_ENTRIES).default([]);

export const SECTIONS = {
  story: z.strictObject({ title: orNull(line(STORY_TITLE_MAX.listing)), ...storySections }).optional(),
  milestones: z
    .array(z.strictObject({ milestone_id: Id.optional(), ...milestoneFields }))
    .max(MOST.milestones)
    .optional(),
  media: z
    .array(z.strictObject({ url: WebUrl, alt: z.string().overwrite(cleanLine).max(LONGEST_ALT) }))
    .max(MOST_PICTURES)
    .optional(),
};

const isMonday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
/** Fields that only exports have. */
const HISTORY = {
  slug: Slug.optional(),
  is_paid: z.boolean().default(false),
  not_found_on_website: z.array(z.enum(DRAFT_FIELDS)).default([]),
  evidence_checked_at: z.iso.datetime({ offset: true }).optional(),
  launch_week: z.iso.date().refine(isMonday, "Must be a Monday, YYYY-MM-DD.").optional(),
  updated_at: z.iso.datetime({ offset: true }).optional(),
  latest_updates: z
    .array(
      z.strictObject({
        id: Id.optional(),
        title: line(UPDATE_FIELDS.title.max).min(1),
        body: text(UPDATE_FIELDS.body.max).min(1),
        published_at: z.iso.datetime({ offset: true }),
      }),
    )
    .max(UPDATES)
    .default([]),
};

export const FounderRow = FounderInput.omit({ bio: true }).extend({
  slug: Slug.optional(),
  /** From the line of the founder. */
  page: z
    .strictObject({
      ...FounderInput.pick({ name: true, bio: true }).shape,
      avatar_url: WebUrl.nullable().optional(),
      country: Country.nullable().optional(),
      socials: SocialsInput.default({}),
      interview: z
        .array(z.strictObject({ question_id: Id, question: line(300), answer: text(INTERVIEW_ANSWER_MAX).min(1) }))
        .default([]),
    })
    .optional(),
});

const eachOnce = (people: { slug?: string | undefined }[]): boolean => {
  const slugs = people.flatMap(({ slug }) => slug ?? []);
  return new Set(slugs).size === slugs.length;
};

/** Fields of an imported listing, named as in its profile. Excludes votes and other contributions. */
export const Row = z.strictObject({
  ...byName(ALL_FIELDS.filter(isTextField), words),
  name: line(FIELDS.name.listingMax).min(1),
  ...byName(LIST_FIELDS, entries),
  url: WebUrl,
  launched_at: z.iso
    .datetime({ offset: true, error: "Must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z." })
    .or(z.iso.date())
    .optional(),
  socials: SocialsInput.default({}),
  founders: z.array(FounderRow).max(MOST.founders).refine(eachOnce, "Names a founder twice.").default([]),
  faqs: FaqsInput.default([]),
  /** Values of fields of the site, by key. */
  attributes: z.record(z.string(), z.unknown()).default({}),
  ...HISTORY,
  ...SECTIONS,
});
export type Row = z.output<typeof Row>;
/** Of a listed website, a row may name only what changes. */
export const NamelessRow = Row.partial({ name: true });

export const ROW_FIELDS: readonly string[] = Object.keys(Row.shape);
export const LISTS: readonly string[] = LIST_FIELDS;
const NESTED = ["socials", "founders", "faqs", "attributes", ...Object.keys(HISTORY), ...Object.keys(SECTIONS)];
export const COLUMNS = ROW_FIELDS.filter((name) => !NESTED.includes(name));
