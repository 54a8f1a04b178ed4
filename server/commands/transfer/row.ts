import { z } from "zod";
import { UPDATES } from "../../../actions/listings/listing-extras.ts";
import { checkFields, checkSocials, type Known, spellCategories } from "../../../domain/listings/check-fields.ts";
import {
  ALL_FIELDS,
  DRAFT_FIELDS,
  FIELDS,
  type FieldName,
  isTextField,
  LIST_FIELDS,
  type ListFieldName,
  MOST_ENTRIES,
} from "../../../domain/listings/fields.ts";
import type { ListingCategory, ListingContent, Plan, Socials } from "../../../domain/listings/listing.ts";
import { replaceMilestones, type Timeline } from "../../../domain/listings/milestones.ts";
import { INTERVIEW_ANSWER_MAX, MOST, STORY_TITLE_MAX, UPDATE_FIELDS } from "../../../domain/listings/section-fields.ts";
import { textsOf } from "../../../domain/listings/shared-facts.ts";
import { checkPictures, LONGEST_ALT, MOST_PICTURES } from "../../../domain/pictures/pictures.ts";
import type { InterviewQuestion } from "../../../domain/profiles/founder.ts";
import { countryNamed, pricingModelNamed, stageNamed } from "../../../domain/search/filter-values.ts";
import type { Fault } from "../../../domain/text/fault.ts";
import { given as always } from "../../../domain/text/given.ts";
import { byName, keysOf } from "../../../domain/text/keys.ts";
import { mergeTexts } from "../../../domain/text/merge-texts.ts";
import { cleanLine } from "../../../domain/text/text.ts";
import type { ImportedUpdate } from "../../../store/repos/listings/updates.ts";
import type { NewFounder } from "../../../store/repos/profiles/founder-writes.ts";
import { Country, Id, line, orNull, Slug, text, WebUrl } from "../../../tools/schemas/common.ts";
import { fieldText } from "../../../tools/schemas/fields.ts";
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

const words = (name: FieldName) => orNull(fieldText(name, FIELDS[name].listingMax));
const entries = (name: ListFieldName) => z.array(line(FIELDS[name].listingMax).min(1)).max(MOST_ENTRIES).default([]);

const SECTIONS = {
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

const FounderRow = FounderInput.omit({ bio: true }).extend({
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
const Row = z.strictObject({
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
  ...HISTORY,
  ...SECTIONS,
});
type Row = z.output<typeof Row>;

export const ROW_FIELDS: readonly string[] = Object.keys(Row.shape);
const LISTS: readonly string[] = LIST_FIELDS;
const NESTED = ["socials", "founders", "faqs", ...Object.keys(HISTORY), ...Object.keys(SECTIONS)];
export const COLUMNS = ROW_FIELDS.filter((name) => !NESTED.includes(name));

export type Incoming = {
  url: string;
  content: ListingContent;
  categories: ListingCategory[];
  founders: NewFounder[];
  slug: string | undefined;
  plan: Plan;
  launchedAt: Date | null;
  launchWeek: string | null;
  updatedAt: Date | null;
  evidenceCheckedAt: Date | null;
  unlocked: string[];
  updates: ImportedUpdate[];
};

export type Category = { slug: string; name: string };
export type Directory = {
  categories: readonly Category[];
  countries: ReadonlySet<string>;
  questions: Pick<InterviewQuestion, "id" | "question">[];
  fallback: Category | undefined;
};

/** Converts a table row. Lists are separated by semicolons; empty cells are absent. */
export const fromCells = (cells: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]): [string, unknown][] => {
      const value = cell.trim();
      if (value === "") return [];
      return [[name, LISTS.includes(name) ? value.split(SEPARATOR).filter(Boolean) : value]];
    }),
  );

function asNamed(row: Row): Row {
  if (row.slug !== undefined) return row;
  const { country, stage, pricing_model: pricing } = row;
  return {
    ...row,
    ...(country && { country: countryNamed(country) ?? country }),
    ...(stage && { stage: stageNamed(stage) ?? stage }),
    ...(pricing && { pricing_model: pricingModelNamed(pricing) ?? pricing }),
  };
}

export function readRow(given: unknown, directory: Directory): Incoming | RowFault[] {
  const parsed = Row.safeParse(given, { reportInput: true });
  if (!parsed.success) return rowFaults(parsed.error, Row);
  const row = asNamed(parsed.data);
  const names = directory.categories.map(({ name }) => name);
  const named = row.categories.map((wish) => directory.categories.find(({ slug }) => slug === wish)?.name ?? wish);
  const known: Known = { categories: names, countries: directory.countries };
  const spelled = spellCategories(named, known);
  const isKnown = spelled.every((name) => names.includes(name));
  const categories = isKnown || !directory.fallback ? spelled : [directory.fallback.name];
  const faults = [
    ...checkFields({ ...byName(ALL_FIELDS, (name) => row[name]), categories }, known),
    ...checkSocials(row.socials, "/socials"),
    ...checkPictures(row.media ?? [], "media"),
    ...row.founders.flatMap(({ page }, index) => checkInterview(page?.interview ?? [], index, directory)),
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
  // Exported listings paid for additional categories; tables say nothing about that.
  return incoming(row, given, row.slug === undefined ? chosen.slice(0, 1) : chosen, directory);
}

/** Milestones keep their ids; others are numbered from the last, because the newest come first. */
function timelineOf(milestones: NonNullable<Row["milestones"]>): Timeline {
  const oldestFirst = milestones.toReversed();
  const ids = new Set(milestones.map(({ milestone_id: id }) => id));
  const numbered = oldestFirst.flatMap(({ milestone_id: id, ...milestone }) =>
    id === undefined ? [] : [{ ...milestoneOf(milestone), id }],
  );
  if (ids.size < milestones.length || numbered.length < milestones.length || ids.size === 0)
    return replaceMilestones({ milestones: [] }, oldestFirst.map(milestoneOf));
  return { milestones: numbered, lastMilestoneId: Math.max(...numbered.map(({ id }) => id)) };
}

type Person = z.output<typeof FounderRow>;
type Answer = NonNullable<Person["page"]>["interview"][number];

/** Questions are matched by text, because ids differ between directories. */
function questionOf({ question_id: id, question }: Answer, { questions }: Directory): number | undefined {
  const same = questions.filter((one) => one.question === question);
  return (same.find((one) => one.id === id) ?? same[0])?.id;
}

const checkInterview = (answers: Answer[], founder: number, directory: Directory): Fault[] =>
  answers.flatMap((answer, index) =>
    questionOf(answer, directory) === undefined
      ? [
          {
            pointer: `/founders/${founder}/page/interview/${index}/question`,
            code: "enum",
            detail: `The interview does not ask "${answer.question}". Add the question at /admin/interview first.`,
          },
        ]
      : [],
  );

function founderOf({ name, title = null, slug, page }: Person, socials: Socials, directory: Directory): NewFounder {
  if (!page) return { name, title, bio: null, slug };
  const { bio = null, avatar_url: avatarUrl = null, country = null } = page;
  const interview = Object.fromEntries(
    page.interview.flatMap((given) => {
      const id = questionOf(given, directory);
      return id === undefined ? [] : [[id, given.answer]];
    }),
  );
  return { name, title, bio, slug, page: { name: page.name, avatarUrl, country, socials, interview } };
}

/** Texts in the row's order, in which pages show them. */
function inOrderOf(given: unknown, path: readonly PropertyKey[], texts: Record<string, string>) {
  const at = path.reduce((value, part) => (isObject(value) ? value[part] : undefined), given);
  const names = isObject(at) ? Object.keys(at) : [];
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)));
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === "object" && value !== null;

function incoming(row: Row, given: unknown, names: string[], directory: Directory): Incoming {
  const { profile, ...texts } = textsOf(row);
  return {
    url: row.url,
    content: {
      ...texts,
      profile: {
        ...profile,
        faqs: row.faqs,
        socials: inOrderOf(given, ["socials"], presentSocials(row.socials)),
        story: inOrderOf(given, ["story"], mergeTexts({}, row.story)),
        ...timelineOf(row.milestones ?? []),
        ...(row.media ? { media: row.media } : {}),
        notFound: row.not_found_on_website,
        evidence: {},
      },
    },
    categories: names.map((name, index) => ({
      slug: always(directory.categories.find((category) => category.name === name)).slug,
      name,
      primary: index === 0,
    })),
    founders: row.founders.map((person, index) =>
      founderOf(
        person,
        inOrderOf(given, ["founders", index, "page", "socials"], presentSocials(person.page?.socials ?? {})),
        directory,
      ),
    ),
    slug: row.slug,
    plan: row.is_paid ? "launch" : "none",
    launchedAt: row.launched_at ? new Date(row.launched_at) : null,
    launchWeek: row.launch_week ?? null,
    updatedAt: row.updated_at ? new Date(row.updated_at) : null,
    evidenceCheckedAt: row.evidence_checked_at ? new Date(row.evidence_checked_at) : null,
    updates: row.latest_updates.map(({ published_at, ...update }) => ({
      ...update,
      publishedAt: new Date(published_at),
    })),
    unlocked: [
      ...keysOf(SECTIONS).filter((name) => row[name] !== undefined),
      ...(names.length > 1 ? ["categories"] : []),
    ],
  };
}
