import { z } from "zod";
import type { DraftChange } from "#actions/drafts/check-change.ts";
import { ownFieldsOfDraft } from "#actions/drafts/own-fields-of-draft.ts";
import type { FoundByEdit } from "#actions/drafts/update-draft.ts";
import { type Known, listedAs, listedInstead } from "#actions/listings/websites.ts";
import {
  completeness,
  crawlJob,
  type Draft,
  type DraftedValue,
  draftJob,
  type Field,
  type Invite,
  type Unproven,
} from "#domain/drafts/draft.ts";
import { firstOf } from "#domain/drafts/edit-draft.ts";
import { type Evidence, PLACES } from "#domain/listings/evidence.ts";
import { DRAFT_FIELDS, FIELDS, type FieldName } from "#domain/listings/fields.ts";
import { CLAIMABLE } from "#domain/listings/listing.ts";
import {
  DRAFT_SEO_FIELDS,
  MOST,
  type SectionField,
  STORY_TITLE_MAX,
  WEBSITE_MAX,
} from "#domain/listings/section-fields.ts";
import type { Reads } from "#store/store.ts";
import type { Later } from "../define.ts";
import { DraftAttributes, type DraftAttributesChange, FieldState, ownChangeOf, viewOwnFields } from "./attributes.ts";
import { Faq, line, NextActions, orNull, term, viewAs, viewTime } from "./common.ts";
import { DraftFieldsInput } from "./fields.ts";
import { FaqsInput, FounderInput, milestoneFields, milestoneOf, SocialsInput, storySections } from "./sections.ts";

const DraftField = z.enum(DRAFT_FIELDS);
const Value = z.union([z.string(), z.array(z.string())]).nullable();

const Quote = z.object({
  quote: z.string(),
  url: z.string(),
  stated_in: z.array(z.enum(PLACES)).optional().describe("kinds of places with the same words, if several"),
});

const FieldView = z.object({
  value: Value,
  state: FieldState,
  locked: z.boolean(),
  evidence: z.array(Quote),
  ai_value: Value,
  updated_at: z.string(),
});

export const UnprovenValues = z
  .array(z.object({ field: z.string(), value: z.string(), reason: z.string(), evidence: Quote.optional() }))
  .optional()
  .describe("values of this update that no page proves, with the nearest words; they are saved without a quote");

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
  questions: z
    .record(z.string(), z.array(z.object({ value: Value, evidence: z.array(Quote) })))
    .optional()
    .describe("fields of which the website states several values; set the right one"),
  candidates: z
    .record(z.string(), z.array(z.object({ value: Value, reason: z.string(), evidence: z.array(Quote) })))
    .optional()
    .describe("values of empty fields that were found but not proven, with the reason; set one if the owner agrees"),
  attributes: DraftAttributes,
  listing_id: z.int().nullable(),
  already_listed: z
    .object({
      slug: z.string().nullable().describe("null if it is not public"),
      name: z.string().nullable(),
      is_yours: z.boolean().describe("true if you can edit that listing"),
      detail: z.string().describe("the error of submit_draft"),
    })
    .optional()
    .describe("the listing that has this website already, so that this draft cannot be published"),
  crawl: z.object({
    pages: z.array(z.string()),
    robots: z.string().nullable(),
    error: z.object({ code: z.string(), detail: z.string() }).nullable(),
    needs_javascript: z.boolean(),
    model_failed: z.boolean(),
    fetched_at: z.string().nullable(),
  }),
  regenerated: z.record(z.string(), z.enum(["changed", "unchanged", "not_found"])).optional(),
  regenerated_by_rules: z.boolean().optional().describe("true if the language model failed, so that rules redrafted"),
  unproven: UnprovenValues,
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
  pages_read: z.int().describe("pages of the website, so far while its status is crawling"),
});

/** As long as a listing allows; `checkDraftSeo` limits new texts. */
const seoText = (name: FieldName, { max }: SectionField) =>
  orNull(line(FIELDS[name].listingMax).meta({ maxLength: max }));

export const DraftChanges = {
  fields: DraftFieldsInput.optional(),
  lock_fields: z.array(DraftField).max(20).optional().describe("fields to protect from redrafting"),
  unlock_fields: z.array(DraftField).max(20).optional().describe("fields to unlock; values stay"),
  regenerate: z.array(DraftField).max(5).optional().describe("fields to redraft from the website"),
  restore: z.array(DraftField).max(20).optional().describe("fields to bring back to the drafted original"),
  faqs: FaqsInput.optional().describe("replaces all"),
  company_socials: SocialsInput.optional().describe("https links"),
  founder_socials: SocialsInput.optional().describe("of the primary founder: https links"),
  founders: z.array(FounderInput).max(MOST.founders).optional().describe("replaces all; primary first"),
  story: z.strictObject({ title: orNull(line(STORY_TITLE_MAX.draft)), ...storySections }).optional(),
  milestones: z.array(z.strictObject(milestoneFields)).max(MOST.milestones).optional().describe("replaces all"),
  competitor_url: orNull(term(WEBSITE_MAX)).describe("read and compared; empty or null clears"),
  seo: z
    .strictObject({
      title: seoText("seo_title", DRAFT_SEO_FIELDS.title),
      meta: seoText("seo_description", DRAFT_SEO_FIELDS.meta),
    })
    .optional(),
};

type Changes = z.output<z.ZodObject<typeof DraftChanges>> & { own?: DraftAttributesChange | undefined };

/** Fields of this directory have an operation of their own; the form of the site sends them along. */
export function changeOf({ own, ...input }: Changes): DraftChange {
  const [change, ofOwn] = [textsChangeOf(input), own ? ownChangeOf(own) : {}];
  const together = (act: "lock" | "unlock" | "restore" | "regenerate") => {
    const refs = [...(change[act] ?? []), ...(ofOwn[act] ?? [])];
    return refs.length > 0 ? { [act]: refs } : {};
  };
  const acts = { ...together("lock"), ...together("unlock"), ...together("restore"), ...together("regenerate") };
  return { ...change, ...ofOwn, ...acts };
}

const textsChangeOf = (input: z.output<z.ZodObject<typeof DraftChanges>>): DraftChange => ({
  ...(input.fields && { fields: input.fields }),
  ...(input.lock_fields && { lock: input.lock_fields }),
  ...(input.unlock_fields && { unlock: input.unlock_fields }),
  ...(input.restore && { restore: input.restore }),
  ...(input.regenerate && { regenerate: input.regenerate }),
  ...(input.faqs && { faqs: input.faqs }),
  ...(input.founders && {
    founders: input.founders.map(({ name, title = null, bio = null }) => ({ name, title, bio })),
  }),
  ...(input.company_socials && { companySocials: input.company_socials }),
  ...(input.founder_socials && { founderSocials: input.founder_socials }),
  ...(input.story && { story: input.story }),
  ...(input.milestones && { milestones: input.milestones.map(milestoneOf) }),
  ...(input.competitor_url !== undefined && { competitorUrl: input.competitor_url }),
  ...(input.seo && {
    seo: {
      ...(input.seo.title !== undefined && { title: input.seo.title }),
      ...(input.seo.meta !== undefined && { meta: input.seo.meta }),
    },
  }),
});

const viewQuote = ({ quote, url, statedIn }: Evidence): z.input<typeof Quote> => ({
  quote,
  url,
  ...(statedIn && { stated_in: statedIn }),
});

const viewAnswers = <T extends DraftedValue>(answers: Partial<Record<string, T[]>>) =>
  Object.fromEntries(
    Object.entries(answers).map(([field, all = []]) => [
      field,
      all.map((answer) => ({ ...answer, evidence: answer.evidence.map(viewQuote) })),
    ]),
  );

/** Absent if every value has a quote. */
export const viewUnproven = (all: Unproven[]) =>
  all.length === 0
    ? {}
    : {
        unproven: all.map(({ evidence, ...one }) => ({ ...one, ...(evidence && { evidence: viewQuote(evidence) }) })),
      };

/** What an edit of a draft found on the pages. */
export const viewRedrafted = ({ regenerated, isModelFailed, unproven }: FoundByEdit) => ({
  ...(regenerated && { regenerated }),
  ...(isModelFailed && { regenerated_by_rules: true }),
  ...viewUnproven(unproven),
});

const viewField = (field: Field): z.input<typeof FieldView> => ({
  value: field.value,
  state: field.state,
  locked: field.state === "override",
  evidence: field.evidence.map(viewQuote),
  ai_value: firstOf(field).value,
  updated_at: field.updatedAt,
});

const nextActions = (draft: Pick<Draft, "status" | "listingId">, instead: Known | undefined): string[] => {
  if (instead)
    return [
      ...(instead.isMine ? ["get_my_listing"] : isPublic(instead) ? ["claim_listing"] : []),
      draft.listingId === null ? "delete_draft" : "update_draft",
    ];
  if (draft.status !== "ready") return draft.listingId === null ? ["get_draft", "delete_draft"] : ["get_draft"];
  return draft.listingId === null
    ? ["read_draft_pages", "update_draft", "submit_draft", "invite_cofounder", "delete_draft"]
    : ["update_draft", "get_my_listing", "invite_cofounder"];
};

const isPublic = ({ listing }: Known): boolean => CLAIMABLE.includes(listing.status);

/** What others may know of the listing that has a website. */
function viewInstead(known: Known): NonNullable<z.input<typeof DraftView>["already_listed"]> {
  const { listing, isMine } = known;
  const [slug, name] = isMine || isPublic(known) ? [listing.slug, listing.name] : [null, null];
  return { slug, name, is_yours: isMine, detail: listedAs(known).message };
}

type Sources = Parameters<typeof listedInstead>[0] &
  Parameters<typeof ownFieldsOfDraft>[0] & { drafts: Pick<Reads["drafts"], "invites"> };

export const readDraftView = async (sources: Sources, draft: Draft): Promise<z.input<typeof DraftView>> =>
  viewDraft(
    draft,
    await sources.drafts.invites(draft.id),
    await ownFieldsOfDraft(sources, draft),
    await listedInstead(sources, draft),
  );

/** `instead`: another listing that has the website. */
export function viewDraft(
  draft: Omit<Draft, "accountId">,
  invites: Invite[],
  { fields, missing }: Awaited<ReturnType<typeof ownFieldsOfDraft>> = { fields: [], missing: [] },
  instead?: Known,
): z.input<typeof DraftView> {
  const { content, crawl } = draft;
  const { required_missing: required, ...complete } = viewAs(completeness(content));
  return {
    id: draft.id,
    url: draft.url,
    status: draft.status,
    completeness: {
      ...complete,
      required_missing: [...required, ...missing.map(({ key }) => `attributes.${key}`)],
    },
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
    ...(content.questions && { questions: viewAnswers(content.questions) }),
    ...(content.candidates && { candidates: viewAnswers(content.candidates) }),
    attributes: viewOwnFields(fields, content.own),
    listing_id: draft.listingId,
    ...(instead && { already_listed: viewInstead(instead) }),
    crawl: {
      pages: crawl.pages,
      robots: crawl.robots,
      error: crawl.error,
      needs_javascript: crawl.needsJavascript,
      model_failed: crawl.modelFailed === true,
      fetched_at: crawl.fetchedAt,
    },
    created_at: viewTime(draft.createdAt),
    updated_at: viewTime(draft.updatedAt),
    next_actions: nextActions(draft, instead),
  };
}

export function viewDraftSummary(draft: Draft): z.input<typeof DraftSummary> {
  const { content } = draft;
  const name = content.fields.name?.value ?? null;
  return {
    id: draft.id,
    url: draft.url,
    name: typeof name === "string" ? name : null,
    status: draft.status,
    pages_read: draft.crawl.pages.length,
    completeness: viewAs(completeness(content)),
    listing_id: draft.listingId,
    created_at: viewTime(draft.createdAt),
    updated_at: viewTime(draft.updatedAt),
  };
}

type Building = Pick<z.output<typeof DraftView>, "id" | "status" | "crawl">;

/** Progress steps: up to 10 pages read, then drafting. */
const STAGES = 12;

export const laterDraft: Later<Building> = {
  isDone: ({ status }) => status === "ready",
  retrySeconds: 3,
  again: {
    tool: "get_draft",
    input: ({ id }) => ({ id }),
    job: ({ id, status }) => (status === "crawling" ? crawlJob(id) : draftJob(id)),
    stage: ({ status, crawl: { pages } }) =>
      status === "crawling"
        ? {
            at: Math.min(pages.length, STAGES - 2),
            of: STAGES,
            message: `Reading the website: ${countOf(pages.length)}`,
          }
        : { at: STAGES - 1, of: STAGES, message: "Drafting the profile" },
  },
};

const countOf = (pages: number): string => (pages === 1 ? "1 page" : `${pages} pages`);
