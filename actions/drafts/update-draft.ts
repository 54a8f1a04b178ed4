import { invalid } from "../../core/errors/errors.ts";
import type { Competitor, Draft, DraftContent, DraftEdit, FieldValue, Unproven } from "../../domain/drafts/draft.ts";
import { editDraft, redraft, saysTheSame } from "../../domain/drafts/edit-draft.ts";
import { type Known, spellCategories } from "../../domain/listings/check-fields.ts";
import type { DraftFieldName } from "../../domain/listings/fields.ts";
import { replaceMilestones } from "../../domain/listings/milestones.ts";
import type { Fault } from "../../domain/text/fault.ts";
import type { Store, Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { currentNames } from "../listings/former-categories.ts";
import { ownDraft } from "../own.ts";
import { strangeUploads } from "../pictures/refuse-strange-upload.ts";
import { queuePictures } from "../pictures/set-pictures.ts";
import { type DraftChange, faultsOfChange, refuseLocked } from "./check-change.ts";
import { proveChange } from "./prove-change.ts";
import { publishDraft } from "./publish-draft.ts";
import { outcomeOf, redraftFields } from "./redraft-fields.ts";

type Regenerated = Partial<Record<DraftFieldName, ReturnType<typeof outcomeOf>>>;
type Found = { regenerated?: Regenerated; isModelFailed: boolean; unproven: Unproven[] };

/**
 * Changes a draft and the listing it was saved as. `answer` builds the result inside the change.
 * Throws with a pointer for each invalid value.
 */
export async function updateDraft<T>(
  id: string,
  asked: DraftChange,
  context: Context<"listings:write">,
  answer: (tx: Tx, saved: Draft, found: Found) => Promise<T>,
): Promise<T> {
  const { store, caller, readSiteAddress, now, wakeJobs } = context;
  const change = await withCurrentNames(asked, store);
  const { regenerate = [], competitorUrl: typed } = change;
  const draft = await ownDraft(store, id, caller);
  const categories = await store.reference.categoryNames();
  const countries = new Set((await store.reference.countries()).map(({ code }) => code));
  const known: Known = { categories: categories.map(({ name }) => name), countries };
  const faults = faultsOfChange(change, draft, known);
  if (faults.length) throw invalid(faults);
  refuseLocked(draft, change);
  const competitorUrl = typed ? readSiteAddress(typed).url : typed === undefined ? undefined : null;
  const normal = normalized(change, known);
  const { quotes, unproven } = await proveChange(draft, normal, categories, context);
  const { fields: found, isModelFailed } = regenerate.length
    ? await redraftFields(draft, regenerate, categories, context)
    : { fields: {}, isModelFailed: false };

  const result = await store.change(async (tx) => {
    const current = await ownDraft(tx, id, caller);
    refuseLocked(current, change);
    const strange = await strangeLogo(change.fields?.logo_url, current, tx, context);
    if (strange.length) throw invalid(strange);
    const edited = editDraft(current.content, { ...editOf(normal, current.content, competitorUrl), quotes }, now());
    const content = redraft(edited, regenerate, found, now());
    const updatedAt = saysTheSame(current.content, content) ? current.updatedAt : now();
    const saved = { ...current, content, updatedAt };
    await tx.drafts.save(saved);
    const logoUrl = content.fields.logo_url?.value;
    if (typeof logoUrl === "string" && logoUrl !== current.content.fields.logo_url?.value)
      await queuePictures(tx, { logoUrl }, context);
    if (content.competitor !== current.content.competitor) await readCompetitor(tx, saved, context);
    if (saved.listingId !== null) await publishDraft(tx, saved, caller, now());
    const outcomes = regenerate.map((name) => [name, outcomeOf(current, name, found[name])]);
    const regenerated = outcomes.length > 0 && { regenerated: Object.fromEntries(outcomes) };
    return answer(tx, saved, { unproven, isModelFailed, ...regenerated });
  });
  if (competitorUrl) wakeJobs();
  return result;
}

/** The current logo and the drafted one are always allowed. */
const strangeLogo = (
  url: FieldValue | undefined,
  { content: { fields } }: Draft,
  tx: Tx,
  context: Context<"listings:write">,
): Promise<Fault[]> =>
  typeof url === "string"
    ? strangeUploads(
        [{ url, pointer: "/fields/logo_url" }],
        [fields.logo_url?.value, fields.logo_url?.aiValue].flat(),
        tx,
        context,
      )
    : Promise.resolve([]);

/** A draft may name a category that was merged or renamed meanwhile, and accepts what it answers. */
const withCurrentNames = async (change: DraftChange, store: Store): Promise<DraftChange> =>
  Array.isArray(change.fields?.categories)
    ? { ...change, fields: { ...change.fields, categories: await currentNames(change.fields.categories, store) } }
    : change;

function normalized(change: DraftChange, known: Known): DraftChange {
  const fields = { ...change.fields };
  if (Array.isArray(fields.categories)) fields.categories = spellCategories(fields.categories, known);
  if (typeof fields.country === "string") fields.country = fields.country.toUpperCase();
  return { ...change, fields };
}

function editOf(
  { milestones, regenerate: _, competitorUrl: __, ...edit }: DraftChange,
  content: DraftContent,
  competitorUrl: string | null | undefined,
): DraftEdit {
  return {
    ...edit,
    ...(milestones && { timeline: replaceMilestones(content, milestones) }),
    ...(competitorUrl !== undefined && { competitor: competitorOf(competitorUrl, content.competitor) }),
  };
}

function competitorOf(url: string | null, known: Competitor | null): Competitor | null {
  if (url === null) return null;
  return known?.url === url && known.status !== "failed" ? known : { url, status: "pending", name: null };
}

async function readCompetitor(
  tx: Tx,
  { id, content: { competitor } }: Draft,
  { now, uuid }: Pick<Context<"listings:write">, "now" | "uuid">,
): Promise<void> {
  if (competitor?.status !== "pending") return;
  await tx.jobs.add({
    id: `competitor:${uuid()}`,
    kind: "read-competitor",
    payload: { draftId: id, url: competitor.url },
    runAt: now(),
    createdAt: now(),
  });
}
