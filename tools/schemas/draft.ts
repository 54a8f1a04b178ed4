import { z } from "zod";
import { completeness, DRAFT_FIELDS, type Draft, type Field, type Invite } from "../../domain/draft.ts";
import { MOST_MILESTONES } from "../../domain/milestones.ts";
import { Faq, FaqInput, line, NextActions, SocialsInput, text, viewTime } from "./common.ts";
import { milestoneFields, storySections } from "./sections.ts";

const FieldName = z.enum(DRAFT_FIELDS);
const Value = z.union([z.string(), z.array(z.string())]).nullable();

const FieldView = z.object({
  value: Value,
  state: z.enum(["ai", "not_found", "edited", "manual", "override", "deleted"]),
  locked: z.boolean(),
  evidence: z.array(z.object({ quote: z.string(), url: z.string() })),
  ai_value: Value,
  updated_at: z.string(),
});

export const DraftView = z.object({
  id: z.string(),
  url: z.string(),
  status: z.enum(["crawling", "drafting", "ready"]),
  completeness: z.object({
    percent: z.int(),
    required_missing: z.array(z.string()),
    recommended_missing: z.array(z.string()),
  }),
  fields: z.record(z.string(), FieldView).describe("value, state and quotes of each profile field"),
  faqs: z.array(Faq),
  founders: z.array(z.object({ name: z.string(), title: z.string().nullable(), bio: z.string().nullable() })),
  company_socials: z.record(z.string(), z.string()),
  founder_socials: z.record(z.string(), z.string()),
  story: z.record(z.string(), z.string()),
  milestones: z.array(
    z.object({ date: z.string(), title: z.string(), description: z.string().nullable(), url: z.string().nullable() }),
  ),
  competitor: z.object({ url: z.string(), status: z.string(), name: z.string().nullable() }).nullable(),
  seo: z.object({ title: z.string().nullable(), meta: z.string().nullable() }),
  invites: z.array(z.object({ email: z.string(), status: z.string() })),
  listing_id: z.int().nullable(),
  crawl: z.object({
    pages: z.array(z.string()),
    robots: z.string().nullable(),
    error: z.object({ code: z.string(), detail: z.string() }).nullable(),
    needs_javascript: z.boolean(),
    fetched_at: z.string().nullable(),
  }),
  regenerated: z.record(z.string(), z.enum(["changed", "unchanged", "not_found"])).optional(),
  created_at: z.string(),
  updated_at: z.string(),
  next_actions: NextActions,
});

export const DraftSummary = DraftView.pick({
  id: true,
  url: true,
  status: true,
  completeness: true,
  listing_id: true,
  created_at: true,
  updated_at: true,
}).extend({
  name: z.string().nullable(),
});

const one = (max: number) => line(max).nullable().optional();
const many = z.array(line(200).min(1)).max(20).nullable().optional();

/** Every profile field; null removes it. */
export const FieldsInput = z.strictObject({
  name: one(500),
  tagline: one(500),
  short_description: one(500),
  description: text(20_000).nullable().optional(),
  stage: one(500),
  pricing_model: one(500),
  pricing_summary: one(500),
  country: one(500).describe("ISO code"),
  city: one(500),
  founded_year: one(500),
  contact_email: one(500),
  demo_video_url: one(500).describe("YouTube"),
  logo_url: one(500),
  categories: many.describe("names from list_categories, primary first"),
  tags: many,
  features: many,
  usps: many,
  keywords: many,
});

export const DraftChanges = {
  fields: FieldsInput.optional(),
  lock_fields: z.array(FieldName).max(20).optional().describe("protect from redrafting"),
  regenerate: z.array(FieldName).max(5).optional().describe("redraft from the website's evidence"),
  restore: z.array(FieldName).max(20).optional().describe("back to the drafted original"),
  faqs: z.array(FaqInput).max(10).optional().describe("replaces all"),
  company_socials: SocialsInput.optional(),
  founder_socials: SocialsInput.optional(),
  founders: z
    .array(z.strictObject({ name: line(160).min(1), title: line(160).optional(), bio: text(3000).optional() }))
    .max(6)
    .optional()
    .describe("replaces all; primary first"),
  story: z.strictObject({ title: text(8000).optional(), ...storySections }).optional(),
  milestones: z.array(z.strictObject(milestoneFields)).max(MOST_MILESTONES).optional().describe("replaces all"),
  competitor_url: line(2048).optional().describe("read and compared; empty clears"),
  seo: z.strictObject({ title: line(70).optional(), meta: line(170).optional() }).optional(),
};

const viewField = (field: Field): z.input<typeof FieldView> => ({
  value: field.value,
  state: field.state,
  locked: field.state === "override",
  evidence: field.evidence,
  ai_value: field.aiValue,
  updated_at: field.updatedAt,
});

const viewCompleteness = (draft: Draft) => {
  const { percent, requiredMissing, recommendedMissing } = completeness(draft.content);
  return { percent, required_missing: requiredMissing, recommended_missing: recommendedMissing };
};

const nextActions = (draft: Draft): string[] => {
  if (draft.status !== "ready") return ["get_draft"];
  return draft.listingId === null
    ? ["update_draft", "submit_draft", "invite_cofounder"]
    : ["update_draft", "get_my_listing", "invite_cofounder"];
};

export function viewDraft(draft: Draft, invites: Invite[]): z.input<typeof DraftView> {
  const { content, crawl } = draft;
  return {
    id: draft.id,
    url: draft.url,
    status: draft.status,
    completeness: viewCompleteness(draft),
    fields: Object.fromEntries(
      DRAFT_FIELDS.flatMap((name) => (content.fields[name] ? [[name, viewField(content.fields[name])]] : [])),
    ),
    faqs: content.faqs,
    founders: content.founders,
    company_socials: content.companySocials,
    founder_socials: content.founderSocials,
    story: content.story,
    milestones: content.milestones.map(({ id: _, ...milestone }) => milestone),
    competitor: content.competitor,
    seo: content.seo,
    invites: invites.map(({ email, status }) => ({ email, status })),
    listing_id: draft.listingId,
    crawl: {
      pages: crawl.pages,
      robots: crawl.robots,
      error: crawl.error,
      needs_javascript: crawl.needsJavascript,
      fetched_at: crawl.fetchedAt,
    },
    created_at: viewTime(draft.createdAt),
    updated_at: viewTime(draft.updatedAt),
    next_actions: nextActions(draft),
  };
}

export function viewDraftSummary(draft: Draft): z.input<typeof DraftSummary> {
  const name = draft.content.fields.name?.value ?? null;
  return {
    id: draft.id,
    url: draft.url,
    name: typeof name === "string" ? name : null,
    status: draft.status,
    completeness: viewCompleteness(draft),
    listing_id: draft.listingId,
    created_at: viewTime(draft.createdAt),
    updated_at: viewTime(draft.updatedAt),
  };
}

/** Clients poll a draft that is still being built this often. */
export const POLL_SECONDS = 3;
