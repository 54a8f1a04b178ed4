import { type Html, html, type Part } from "#core/text/html.ts";
import {
  DRAFT_SEO_FIELDS,
  FAQ_FIELDS,
  FOUNDER_FIELDS,
  MILESTONE_FIELDS,
  MOST,
  PLATFORMS,
  SECTION_LABELS,
  type SectionField,
  SOCIAL_MAX,
  STORY_FIELDS,
  STORY_TITLE_MAX,
  WEBSITE_MAX,
} from "#domain/listings/section-fields.ts";
import { isKeyOf, keysOf } from "#domain/text/keys.ts";
import { joined, type Text, t, type Words } from "#languages/words.ts";
import type { Faults } from "../../kit/form.ts";
import { networkName } from "../listings/listing-parts.ts";
import { conflictButtons } from "./draft-fact.ts";
import type { DraftValues, DraftView, Section } from "./draft-form.ts";
import { sectionInput } from "./profile-input.ts";

const STORY_TITLE: SectionField = { label: t`Title`, kind: "line", max: STORY_TITLE_MAX.listing };

/** The existing rows, and one or two empty ones. An emptied row is removed. */
function rowsOf(
  section: string,
  what: (number: number) => Words,
  inputs: Record<string, SectionField>,
  values: Record<string, string>[],
  faults: Faults,
  { most, empty }: { most: number; empty: number },
): Part {
  const rows = [...values, ...Array.from({ length: empty }, (): Record<string, string> => ({}))];
  return rows.slice(0, Math.max(most, values.length)).map(
    (row, index) => html`<fieldset class="dashboard-row"><legend>${
      index < values.length ? what(index + 1) : t`${what(index + 1)} (optional)`
    }</legend>
${Object.entries(inputs).map(([name, input]) => sectionInput(`${section}.${index}.${name}`, input, row[name], faults))}</fieldset>`,
  );
}

export const socialInputs = (section: string, values: Record<string, string>, faults: Faults): Part =>
  PLATFORMS.map((name) =>
    sectionInput(
      `${section}.${name}`,
      { label: networkName(name), kind: "url", max: SOCIAL_MAX },
      values[name],
      faults,
    ),
  );

export const faqInputs = (faqs: Record<string, string>[], faults: Faults): Part =>
  rowsOf("faqs", (number) => t`Question ${number}`, FAQ_FIELDS, faqs, faults, { most: MOST.faqs, empty: 2 });

type Show = {
  title: Text;
  about?: Words;
  body: (values: DraftValues, faults: Faults, draft: DraftView) => Part;
  count: (values: DraftValues) => number;
};
const countOf = (values: Record<string, string>): number => Object.values(values).filter(Boolean).length;

const LOCKED = t`Not public until this section is unlocked.`;

const SHOWN: Record<Section, Show> = {
  faqs: {
    title: SECTION_LABELS.faqs,
    about: t`Up to ${MOST.faqs}.`,
    body: ({ faqs }, faults) => faqInputs(faqs, faults),
    count: ({ faqs }) => faqs.length,
  },
  founders: {
    title: SECTION_LABELS.founders,
    about: t`Up to ${MOST.founders}. List the main founder first.`,
    body: ({ founders }, faults) =>
      rowsOf("founders", (number) => t`Founder ${number}`, FOUNDER_FIELDS, founders, faults, {
        most: MOST.founders,
        empty: 1,
      }),
    count: ({ founders }) => founders.length,
  },
  company_socials: {
    title: SECTION_LABELS.company_socials,
    body: (values, faults) => socialInputs("company_socials", values.company_socials, faults),
    count: (values) => countOf(values.company_socials),
  },
  founder_socials: {
    title: SECTION_LABELS.founder_socials,
    body: (values, faults) => socialInputs("founder_socials", values.founder_socials, faults),
    count: (values) => countOf(values.founder_socials),
  },
  seo: {
    title: t`For search engines`,
    body: ({ seo }, faults) =>
      keysOf(DRAFT_SEO_FIELDS).map((name) => sectionInput(`seo.${name}`, DRAFT_SEO_FIELDS[name], seo[name], faults)),
    count: ({ seo }) => countOf(seo),
  },
  story: {
    title: SECTION_LABELS.story,
    about: LOCKED,
    body: ({ story }, faults) => storyInputs("story.", story, faults),
    count: ({ story }) => countOf(story),
  },
  milestones: {
    title: SECTION_LABELS.milestones,
    about: LOCKED,
    body: ({ milestones }, faults) =>
      rowsOf("milestones", (number) => t`Milestone ${number}`, MILESTONE_FIELDS, milestones, faults, {
        most: MOST.milestones,
        empty: 1,
      }),
    count: ({ milestones }) => milestones.length,
  },
  competitor_url: {
    title: t`Competitor`,
    about: t`Optional. We read its website and compare it with yours.`,
    body: (values, faults, { competitor }) => [
      sectionInput(
        "competitor_url",
        { label: t`Competitor’s website`, kind: "url", max: WEBSITE_MAX },
        values.competitor_url,
        faults,
      ),
      competitor &&
        html`<p class="small muted">${joined([COMPETITOR[competitor.status] ?? competitor.status, competitor.name], ": ")}</p>`,
    ],
    count: (values) => (values.competitor_url ? 1 : 0),
  },
};

const COMPETITOR: Record<string, Words> = {
  pending: t`In progress`,
  read: t`Website read`,
  failed: t`The website could not be read`,
};

export const sectionTitle = (name: string): Text | undefined => (isKeyOf(SHOWN, name) ? SHOWN[name].title : undefined);

export const storyInputs = (prefix: string, story: Record<string, string>, faults: Faults): Part =>
  Object.entries({ title: STORY_TITLE, ...STORY_FIELDS }).map(([name, input]) =>
    sectionInput(`${prefix}${name}`, input, story[name], faults),
  );

export const milestoneInputs = (values: Record<string, string>, faults: Faults): Part =>
  Object.entries(MILESTONE_FIELDS).map(([name, input]) => sectionInput(name, input, values[name], faults));

/** The sections of a draft besides its fields. A section with a fault is open. */
export const sections = (
  draft: DraftView,
  values: DraftValues,
  faults: Faults,
  conflicts: readonly string[] = [],
): Html[] =>
  Object.entries(SHOWN).map(([section, { title, about, body, count }]) => {
    const isWrong = Object.keys(faults).some((name) => name === section || name.startsWith(`${section}.`));
    const number = count(values);
    return html`<details class="card dashboard-section" id="${section}" data-card${isWrong && html` open`}>
<summary><h2>${title}</h2> <span class="tag">${number || t`empty`}</span></summary>
${faults[section] && section !== "competitor_url" && html`<p class="fault">${faults[section]}</p>`}
${conflicts.includes(section) && conflictButtons(section)}
${about && html`<p class="muted">${about}</p>`}
${body(values, faults, draft)}
</details>`;
  });
