import { type Text, t } from "#languages/words.ts";

/**
 * The sections of a profile, with the label and limit of each input (fields:
 * domain/listings/fields.ts).
 */

export type SectionField = {
  label: Text;
  kind: "line" | "text" | "date" | "url";
  max: number;
  isRequired?: true;
  rows?: number;
  hint?: Text;
};

export const SECTION_LABELS = {
  faqs: t`Questions and answers`,
  founders: t`Founders`,
  company_socials: t`Company links`,
  founder_socials: t`Primary founder's links`,
  story: t`Founder story`,
  milestones: t`Milestones`,
  media: t`Pictures`,
} as const;

export const FAQ_FIELDS = {
  question: { label: t`Question`, kind: "line", max: 300, isRequired: true },
  answer: { label: t`Answer`, kind: "text", max: 1500, isRequired: true, rows: 3 },
} as const satisfies Record<string, SectionField>;

export const FOUNDER_FIELDS = {
  name: { label: t`Name`, kind: "line", max: 160, isRequired: true },
  title: { label: t`Title`, kind: "line", max: 160 },
  bio: { label: t`Bio`, kind: "text", max: 3000, rows: 3 },
} as const satisfies Record<string, SectionField>;

export const MILESTONE_FIELDS = {
  date: { label: t`Date`, kind: "date", max: 10, isRequired: true },
  title: { label: t`Title`, kind: "line", max: 200, isRequired: true },
  description: { label: t`What happened`, kind: "text", max: 2000, rows: 2 },
  url: { label: t`Link`, kind: "url", max: 500 },
} as const satisfies Record<string, SectionField>;

const storySection = (label: Text) => ({ label, kind: "text", max: 8000, rows: 4 }) as const;

export const STORY_FIELDS = {
  story: storySection(t`The story`),
  why_started: storySection(t`Why it was started`),
  problem: storySection(t`The problem`),
  journey: storySection(t`The journey`),
  challenges: storySection(t`Challenges`),
  achievements: storySection(t`Achievements`),
  lessons: storySection(t`Lessons`),
  whats_next: storySection(t`What's next`),
} as const satisfies Record<string, SectionField>;

/** A draft may have a longer title than a listing shows. */
export const STORY_TITLE_MAX = { draft: 8000, listing: 200 };

/** A draft's search engine texts. In a listing they are seo_title and seo_description. */
export const DRAFT_SEO_FIELDS = {
  title: { label: t`Page title`, kind: "line", max: 70 },
  meta: { label: t`Page description`, kind: "line", max: 170, rows: 2 },
} as const satisfies Record<string, SectionField>;

export const UPDATE_FIELDS = {
  title: { label: t`Title`, kind: "line", max: 200, isRequired: true },
  body: {
    label: t`Text`,
    kind: "text",
    max: 5000,
    isRequired: true,
    rows: 6,
    hint: t`Plain text. It cannot be edited later.`,
  },
} as const satisfies Record<string, SectionField>;

export const INTERVIEW_ANSWER_MAX = 4000;
export const SOCIAL_MAX = 500;
export const WEBSITE_MAX = 2048;

export const MOST = { faqs: 10, founders: 6, milestones: 50, answers: 30 } as const;

export const PLATFORMS = [
  "linkedin",
  "x",
  "facebook",
  "instagram",
  "tiktok",
  "youtube",
  "threads",
  "pinterest",
  "github",
  "reddit",
  "producthunt",
  "medium",
  "website",
  "custom",
] as const;
