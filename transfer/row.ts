import type { z } from "zod";
import { checkFields, checkSocials, type Known } from "#domain/listings/check-fields.ts";
import { ALL_FIELDS } from "#domain/listings/fields.ts";
import type { ListingCategory, ListingContent, Plan, Socials } from "#domain/listings/listing.ts";
import { replaceMilestones, type Timeline } from "#domain/listings/milestones.ts";
import { textsOf } from "#domain/listings/shared-facts.ts";
import { EXTRA_CATEGORIES } from "#domain/orders/fulfil.ts";
import { checkPictures } from "#domain/pictures/pictures.ts";
import type { InterviewQuestion } from "#domain/profiles/founder.ts";
import { countryNamed, pricingModelNamed, stageNamed } from "#domain/search/filter-values.ts";
import { importWords } from "#domain/site/import-words.ts";
import type { Fault } from "#domain/text/fault.ts";
import { byName, keysOf } from "#domain/text/keys.ts";
import { mergeTexts } from "#domain/text/merge-texts.ts";
import { isRecord } from "#domain/text/record.ts";
import { slugify } from "#domain/text/slug.ts";
import { inEnglish, t } from "#languages/words.ts";
import type { ImportedUpdate } from "#store/repos/listings/updates.ts";
import type { NewFounder } from "#store/repos/profiles/founder-writes.ts";
import { milestoneOf, presentSocials } from "#tools/schemas/sections.ts";
import { type RowFault, rowFault, rowFaults } from "./row-fault.ts";
import { type FounderRow, NamelessRow, Row, SECTIONS } from "./row-schema.ts";

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
  attributes: Record<string, unknown>;
  /** Fields that the row names. An update changes no others. */
  named: string[];
  notes: string[];
};

export type Category = { slug: string; name: string; otherNames?: readonly string[] };
export type Directory = {
  categories: readonly Category[];
  countries: ReadonlySet<string>;
  questions: Pick<InterviewQuestion, "id" | "question">[];
  fallback: Category | undefined;
  /** Rows of listed websites need only what they change. */
  isUpdate?: boolean;
};

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

/** The category of a name, however it is typed, or of a slug. */
function categoryNamed(wish: string, { categories }: Directory): Category | undefined {
  const [folded, slug] = [wish.trim().toLowerCase(), slugify(wish, "")];
  return (
    categories.find((one) => one.slug === wish || one.name.toLowerCase() === folded) ??
    categories.find((one) => one.otherNames?.some((name) => name.toLowerCase() === folded)) ??
    categories.find((one) => one.slug === slug)
  );
}

/** Of a row without a category that is known. */
export const NO_CATEGORY = t`A listing needs a category. Choose one for all rows, or a column.`;

export function readRow(given: unknown, directory: Directory): Incoming | RowFault[] {
  const parsed = (directory.isUpdate ? NamelessRow : Row).safeParse(given, { reportInput: true });
  if (!parsed.success) return rowFaults(parsed.error, Row);
  const row = asNamed({ ...parsed.data, name: parsed.data.name ?? "" });
  const isTable = row.slug === undefined;
  const wishes = row.categories.map((wish) => ({ wish, known: categoryNamed(wish, directory) }));
  const found = wishes.flatMap(({ known }) => known ?? []);
  const unknown = wishes.flatMap(({ wish, known }) => (known ? [] : [wish]));
  // A table may name more categories than are known, or than a listing can have.
  const isFine = unknown.length === 0 || (isTable && (found.length > 0 || directory.fallback !== undefined));
  const chosen = found.length === 0 && directory.fallback && isFine ? [directory.fallback] : [...new Set(found)];
  const kept = isTable ? chosen.slice(0, 1 + EXTRA_CATEGORIES) : chosen;
  const known: Known = {
    categories: directory.categories.flatMap(({ name, otherNames = [] }) => [...otherNames, name]),
    countries: directory.countries,
  };
  const faults = [
    ...checkFields({ ...byName(ALL_FIELDS, (name) => row[name]), categories: isFine ? [] : unknown }, known),
    ...checkSocials(row.socials, "/socials"),
    ...checkPictures(row.media ?? [], "media"),
    ...row.founders.flatMap(({ page }, index) => checkInterview(page?.interview ?? [], index, directory)),
  ];
  if (faults.length) return faults.map(rowFault);
  if (!kept.length && !directory.isUpdate) return [{ field: "categories", inside: "", detail: inEnglish(NO_CATEGORY) }];
  const lost = [...(isFine ? unknown : []), ...chosen.slice(kept.length).map(({ name }) => name)];
  const notes = lost.length > 0 ? [importWords("categories", lost.join(", "))] : [];
  return { ...incoming(row, given, kept, directory), notes };
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
  const at = path.reduce(
    (value, part) => (isRecord(value) || Array.isArray(value) ? Reflect.get(value, part) : undefined),
    given,
  );
  const names = isRecord(at) ? Object.keys(at) : [];
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)));
}

function incoming(row: Row, given: unknown, chosen: Category[], directory: Directory): Omit<Incoming, "notes"> {
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
    categories: chosen.map(({ slug, name }, index) => ({ slug, name, primary: index === 0 })),
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
    attributes: row.attributes,
    named: isRecord(given) ? Object.keys(given) : [],
    unlocked: [
      ...keysOf(SECTIONS).filter((name) => row[name] !== undefined),
      ...(chosen.length > 1 ? ["categories"] : []),
    ],
  };
}
