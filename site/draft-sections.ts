import { PLATFORMS } from "../domain/check-fields.ts";
import { type DraftValues, type DraftView, type Section, STORY_PARTS } from "./draft-form.ts";
import { type Faults, field } from "./form.ts";
import { type Html, html, type Part } from "./html.ts";
import { networkName, STORY_TITLES } from "./listing-parts.ts";

type Input = { label: string; type?: "text" | "url" | "date" | "textarea"; max: number; rows?: number; hint?: string };

const FAQ: Record<string, Input> = {
  question: { label: "Question", max: 300 },
  answer: { label: "Answer", type: "textarea", max: 1500, rows: 3 },
};
const FOUNDER: Record<string, Input> = {
  name: { label: "Name", max: 160 },
  title: { label: "Title", max: 160 },
  bio: { label: "About", type: "textarea", max: 3000, rows: 3 },
};
const MILESTONE: Record<string, Input> = {
  date: { label: "Date", type: "date", max: 10 },
  title: { label: "Title", max: 200 },
  description: { label: "What happened", type: "textarea", max: 2000, rows: 2 },
  url: { label: "Link", type: "url", max: 500 },
};

const one = (
  name: string,
  { label, type = "text", max, rows, hint }: Input,
  value: string | undefined,
  faults: Faults,
) =>
  field({
    name,
    label,
    type,
    value: value ?? "",
    hint,
    fault: faults[name],
    autocomplete: "off",
    required: false,
    maxLength: max,
    rows,
  });

/** What is there, and one or two empty rows for more. An emptied row is taken away. */
function rowsOf(
  section: string,
  what: string,
  inputs: Record<string, Input>,
  values: Record<string, string>[],
  faults: Faults,
  { most, empty }: { most: number; empty: number },
): Part {
  const rows = [...values, ...Array.from({ length: empty }, () => ({}) as Record<string, string>)];
  return rows.slice(0, Math.max(most, values.length)).map(
    (
      row,
      index,
    ) => html`<fieldset class="desk-row"><legend>${what} ${index + 1}${index >= values.length && ", if there is one"}</legend>
${Object.entries(inputs).map(([name, input]) => one(`${section}.${index}.${name}`, input, row[name], faults))}</fieldset>`,
  );
}

/** One input a network. */
export const socialInputs = (section: string, values: Record<string, string>, faults: Faults): Part =>
  [...new Set([...PLATFORMS, ...Object.keys(values)])].map((name) =>
    one(`${section}.${name}`, { label: networkName(name), type: "url", max: 500 }, values[name], faults),
  );

/** Questions with their answers, and empty rows for more. */
export const faqInputs = (faqs: Record<string, string>[], faults: Faults): Part =>
  rowsOf("faqs", "Question", FAQ, faqs, faults, { most: 10, empty: 2 });

type Show = {
  title: string;
  about?: string;
  body: (values: DraftValues, faults: Faults, draft: DraftView) => Part;
  count: (values: DraftValues) => number;
};
const countOf = (values: Record<string, string>): number => Object.values(values).filter(Boolean).length;

const SHOWN: Record<Section, Show> = {
  faqs: {
    title: "Questions and answers",
    about: "Up to 10.",
    body: ({ faqs }, faults) => faqInputs(faqs, faults),
    count: ({ faqs }) => faqs.length,
  },
  founders: {
    title: "Founders",
    about: "Up to 6, the main one first.",
    body: ({ founders }, faults) => rowsOf("founders", "Founder", FOUNDER, founders, faults, { most: 6, empty: 1 }),
    count: ({ founders }) => founders.length,
  },
  company_socials: {
    title: "Links of the company",
    body: (values, faults) => socialInputs("company_socials", values.company_socials, faults),
    count: (values) => countOf(values.company_socials),
  },
  founder_socials: {
    title: "Links of the main founder",
    body: (values, faults) => socialInputs("founder_socials", values.founder_socials, faults),
    count: (values) => countOf(values.founder_socials),
  },
  seo: {
    title: "For search engines",
    body: ({ seo }, faults) => [
      one("seo.title", { label: "Page title", max: 70 }, seo.title, faults),
      one("seo.meta", { label: "Page description", type: "textarea", max: 170, rows: 2 }, seo.meta, faults),
    ],
    count: ({ seo }) => countOf(seo),
  },
  story: {
    title: "Founder story",
    about: "Others see it once the section is unlocked.",
    body: ({ story }, faults) => storyInputs("story.", story, faults),
    count: ({ story }) => countOf(story),
  },
  milestones: {
    title: "Milestones",
    about: "Others see them once the section is unlocked.",
    body: ({ milestones }, faults) =>
      rowsOf("milestones", "Milestone", MILESTONE, milestones, faults, { most: 50, empty: 1 }),
    count: ({ milestones }) => milestones.length,
  },
  competitor_url: {
    title: "A competitor",
    about: "We read its website and compare. Leave it empty for none.",
    body: (values, faults, { competitor }) => [
      one(
        "competitor_url",
        { label: "Website of the competitor", type: "url", max: 2048 },
        values.competitor_url,
        faults,
      ),
      competitor &&
        html`<p class="small muted">${COMPETITOR[competitor.status] ?? competitor.status}${competitor.name && `: ${competitor.name}`}</p>`,
    ],
    count: (values) => (values.competitor_url ? 1 : 0),
  },
};

const COMPETITOR: Record<string, string> = { pending: "Being read", read: "Read", failed: "It could not be read" };

export const sectionTitle = (name: string): string | undefined => SHOWN[name as Section]?.title;

/** The parts of a founder story, each with its input. */
export const storyInputs = (prefix: string, story: Record<string, string>, faults: Faults): Part =>
  STORY_PARTS.map((name) =>
    one(
      `${prefix}${name}`,
      name === "title"
        ? { label: "Title", max: 200 }
        : { label: STORY_TITLES[name] ?? "The story", type: "textarea", max: 8000 },
      story[name],
      faults,
    ),
  );

/** The inputs of a new milestone. */
export const milestoneInputs = (values: Record<string, string>, faults: Faults): Part =>
  Object.entries(MILESTONE).map(([name, input]) => one(name, input, values[name], faults));

/** What a draft has beside its fields. A section opens by itself where something in it is wrong. */
export const sections = (draft: DraftView, values: DraftValues, faults: Faults): Html[] =>
  Object.entries(SHOWN).map(([section, { title, about, body, count }]) => {
    const isWrong = Object.keys(faults).some((name) => name === section || name.startsWith(`${section}.`));
    const number = count(values);
    return html`<details class="card desk-section" id="${section}"${isWrong && html` open`}>
<summary><h2>${title}</h2> <span class="tag">${number || "empty"}</span></summary>
${faults[section] && section !== "competitor_url" && html`<p class="fault">${faults[section]}</p>`}
${about && html`<p class="muted">${about}</p>`}
${body(values, faults, draft)}
</details>`;
  });
