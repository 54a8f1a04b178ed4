import { z } from "zod";
import { conflict, invalid } from "../../core/errors.ts";
import {
  checkDraftSeo,
  checkFields,
  checkMilestoneUrl,
  checkSocials,
  type Known,
  spellCategories,
} from "../../domain/check-fields.ts";
import type { Competitor, Draft, DraftContent, DraftedValue, FieldValue } from "../../domain/draft.ts";
import { type DraftEdit, editDraft, redraft, saysTheSame } from "../../domain/edit-draft.ts";
import type { Fault } from "../../domain/fault.ts";
import type { DraftFieldName } from "../../domain/fields.ts";
import { replaceMilestones } from "../../domain/milestones.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Uuid } from "../schemas/common.ts";
import { DraftChanges, DraftView, viewDraft } from "../schemas/draft.ts";
import { milestoneOf } from "../schemas/sections.ts";
import { noDraft } from "./no-draft.ts";
import { publishDraft } from "./publish-draft.ts";

const Input = z.strictObject({ id: Uuid.describe("from list_my_drafts"), ...DraftChanges });
type Input = z.output<typeof Input>;

export const updateDraft = defineTool({
  name: "update_draft",
  title: "Edit a draft",
  description: `Change a draft: send only what changes. fields sets values, null removes anything, restore brings back the drafted original,
    regenerate redrafts from the website (a few seconds). A draft that was submitted updates its listing too.`,
  access: "listings:write",
  rest: "PATCH /drafts/{id}",
  annotations: { ...REPLACE, idempotentHint: false, openWorldHint: true },
  idempotent: true,
  limits: ({ regenerate }) => (regenerate?.length ? ["regenerate"] : []),
  input: Input,
  output: DraftView,

  async handler(input, { store, drafter, readSiteAddress, uuid, now, caller, wakeJobs }) {
    const { id, regenerate = [] } = input;
    const draft = await store.drafts.findOwned(id, caller.accountId);
    if (!draft) throw noDraft(id);
    const categories = await store.reference.categoryNames();
    const known: Known = {
      categories: categories.map(({ name }) => name),
      countries: new Set((await store.reference.countries()).map(({ code }) => code)),
    };
    const faults = checkChanges(input, draft, known);
    if (faults.length) throw invalid(faults);
    refuseLocked(draft, input);
    const competitorUrl = input.competitor_url ? readSiteAddress(input.competitor_url).url : undefined;

    // The drafter takes seconds, so it answers before the transaction opens.
    const found = regenerate.length ? await redraftFields(draft, regenerate) : {};
    const view = await store.change(async (tx) => {
      const current = await tx.drafts.findOwned(id, caller.accountId);
      if (!current) throw noDraft(id);
      refuseLocked(current, input);
      const edited = editDraft(current.content, editOf(input, current.content, known, competitorUrl), now());
      const content = redraft(edited, regenerate, found, now());
      const saved = {
        ...current,
        content,
        updatedAt: saysTheSame(current.content, content) ? current.updatedAt : now(),
      };
      await tx.drafts.save(saved);
      if (content.competitor?.status === "pending" && content.competitor !== current.content.competitor) {
        await tx.jobs.add({
          id: `competitor:${uuid()}`,
          kind: "read-competitor",
          payload: { draftId: id, url: content.competitor.url },
          runAt: now(),
          createdAt: now(),
        });
      }
      if (saved.listingId !== null) await publishDraft(tx, saved, caller, now());
      return {
        ...viewDraft(saved, await tx.drafts.invites(id)),
        ...(regenerate.length
          ? { regenerated: Object.fromEntries(regenerate.map((name) => [name, outcome(current, name, found[name])])) }
          : {}),
      };
    });
    if (competitorUrl) wakeJobs();
    return view;

    async function redraftFields(
      from: Draft,
      only: DraftFieldName[],
    ): Promise<Partial<Record<DraftFieldName, DraftedValue>>> {
      const pages = await store.drafts.pages(from.id);
      if (from.status !== "ready" || pages.length === 0) {
        throw conflict(
          "draft_not_ready",
          `There is nothing to redraft from: ${from.status === "ready" ? "the website could not be read" : `this draft is still ${from.status}. Poll get_draft until its status is ready`}. Set values with fields.`,
        );
      }
      const previous = Object.fromEntries(only.map((name) => [name, from.content.fields[name]?.value ?? null]));
      const site = {
        url: from.url,
        pages,
        robots: from.crawl.robots ?? "allowed",
        error: null,
        needsJavascript: from.crawl.needsJavascript,
        requests: 0,
        fetchedAt: from.updatedAt,
      };
      const categoryWords = Object.fromEntries(categories.map(({ name, keywords }) => [name, keywords]));
      const drafted = await drafter({ site, categories: known.categories, categoryWords, only, previous });
      if (drafted.unfinished) throw conflict("website_too_large", `${drafted.unfinished} Set values with fields.`);
      return drafted.fields;
    }
  },
});

const outcome = (
  before: Draft,
  name: DraftFieldName,
  found: DraftedValue | undefined,
): "changed" | "unchanged" | "not_found" => {
  if (!found) return "not_found";
  return JSON.stringify(before.content.fields[name]?.value) === JSON.stringify(found.value) ? "unchanged" : "changed";
};

/** A locked field is protected from redrafting; unlock it with restore first. */
function refuseLocked(draft: Draft, { regenerate = [], lock_fields: locking = [] }: Input): void {
  const locked = regenerate.filter(
    (name) => draft.content.fields[name]?.state === "override" || locking.includes(name),
  );
  if (locked.length) {
    throw conflict(
      "field_locked",
      `${locked.join(", ")} cannot be regenerated: locked. Unlock with restore, then regenerate.`,
      locked.map((name) => ({
        pointer: `/regenerate/${(regenerate as string[]).indexOf(name)}`,
        code: "locked",
        detail: `${name} is locked.`,
      })),
    );
  }
}

function checkChanges(input: Input, draft: Draft, known: Known): Fault[] {
  return [
    ...checkFields((input.fields ?? {}) as Partial<Record<DraftFieldName, FieldValue>>, known),
    ...checkSocials(input.company_socials ?? {}, "/company_socials"),
    ...checkSocials(input.founder_socials ?? {}, "/founder_socials"),
    ...(input.milestones ?? []).flatMap((milestone, index) =>
      checkMilestoneUrl(milestone.url, `/milestones/${index}/url`),
    ),
    ...checkDraftSeo(input.seo ?? {}, draft.content.seo),
    ...doubled(input),
    ...(draft.status === "ready" ? [] : tooEarly(input)),
  ];
}

/** A field in two of fields, restore and regenerate has no one meaning. */
function doubled({ fields = {}, restore = [], regenerate = [] }: Input): Fault[] {
  const places = [...Object.keys(fields), ...new Set(restore), ...new Set(regenerate)];
  return [...new Set(places.filter((name, index) => places.indexOf(name) !== index))].map((name) => ({
    pointer: `/${restore.includes(name as DraftFieldName) ? "restore" : "regenerate"}`,
    code: "conflict",
    detail: `${name} stands in more than one of fields, restore and regenerate. Send one.`,
  }));
}

const tooEarly = ({ restore = [] }: Input): Fault[] =>
  restore.length
    ? [
        {
          pointer: "/restore",
          code: "draft_not_ready",
          detail: "Nothing can be restored while the draft is being built. Poll get_draft until its status is ready.",
        },
      ]
    : [];

function editOf(input: Input, content: DraftContent, known: Known, competitorUrl: string | undefined): DraftEdit {
  const fields = { ...input.fields } as Partial<Record<DraftFieldName, FieldValue>>;
  if (fields.categories) fields.categories = spellCategories(fields.categories as string[], known);
  if (typeof fields.country === "string") fields.country = fields.country.toUpperCase();
  return {
    fields,
    lock: input.lock_fields ?? [],
    restore: input.restore ?? [],
    ...(input.faqs && { faqs: input.faqs }),
    ...(input.founders && {
      founders: input.founders.map(({ name, title = null, bio = null }) => ({ name, title, bio })),
    }),
    ...(input.company_socials && { companySocials: input.company_socials }),
    ...(input.founder_socials && { founderSocials: input.founder_socials }),
    ...(input.story && { story: input.story }),
    ...(input.milestones && { timeline: replaceMilestones(content, input.milestones.map(milestoneOf)) }),
    ...(input.competitor_url !== undefined && { competitor: competitorOf(competitorUrl, content.competitor) }),
    ...(input.seo && {
      seo: {
        ...(input.seo.title !== undefined && { title: input.seo.title }),
        ...(input.seo.meta !== undefined && { meta: input.seo.meta }),
      },
    }),
  };
}

/** The competitor as named; a website that was read already, or is about to be, is not read again. */
function competitorOf(url: string | undefined, known: Competitor | null): Competitor | null {
  if (url === undefined) return null;
  return known?.url === url && known.status !== "failed" ? known : { url, status: "pending", name: null };
}
