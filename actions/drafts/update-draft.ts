import { invalid } from "#core/errors/errors.ts";
import {
  type Competitor,
  type Draft,
  type DraftContent,
  type DraftEdit,
  type FieldRef,
  type FieldValue,
  isOwnRef,
  keyOfRef,
  type OwnDraftEdit,
  type Unproven,
} from "#domain/drafts/draft.ts";
import { editDraft, redraft, saysTheSame } from "#domain/drafts/edit-draft.ts";
import { type Known, spellCategories } from "#domain/listings/check-fields.ts";
import { replaceMilestones } from "#domain/listings/milestones.ts";
import type { Fault } from "#domain/text/fault.ts";
import type { Tx } from "#store/store.ts";
import type { Context, Deps } from "../context.ts";
import { currentNames } from "../listings/former-categories.ts";
import { changedAttributes } from "../listings/own-attributes.ts";
import { ownDraft } from "../own.ts";
import { strangeUploads } from "../pictures/refuse-strange-upload.ts";
import { queuePictures } from "../pictures/set-pictures.ts";
import { type DraftChange, faultsOfChange, refuseLocked } from "./check-change.ts";
import { ownFieldsIn } from "./own-fields-of-draft.ts";
import { proveChange } from "./prove-change.ts";
import { categoryNames, publishDraft } from "./publish-draft.ts";
import { outcomeOf, redraftFields } from "./redraft-fields.ts";

type Regenerated = Record<string, ReturnType<typeof outcomeOf>>;
export type FoundByEdit = { regenerated?: Regenerated; isModelFailed: boolean; unproven: Unproven[] };

/**
 * Changes a draft and the listing it was saved as. `answer` builds the result inside the change.
 * Throws with a pointer for each invalid value.
 */
export async function updateDraft<T>(
  id: string,
  asked: DraftChange,
  context: Context<"listings:write">,
  answer: (tx: Tx, saved: Draft, found: FoundByEdit) => Promise<T>,
): Promise<T> {
  const { store, caller, readSiteAddress, now, wakeJobs } = context;
  const change = await withCurrentNames(asked, context);
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
  const found = regenerate.length
    ? await redraftFields(draft, regenerate, { categories, ownFields: store.ownFields() }, context)
    : { fields: {}, isModelFailed: false };

  const result = await store.change(async (tx) => {
    const current = await ownDraft(tx, id, caller);
    refuseLocked(current, change);
    const strange = await strangeLogo(change.fields?.logo_url, current, tx, context);
    if (strange.length) throw invalid(strange);
    const own = await ownEdit(tx, current.content, normal);
    const edit = { ...editOf(normal, current.content, competitorUrl), ...(own && { own }), quotes };
    const edited = editDraft(current.content, edit, now());
    const content = redraft(edited, regenerate, found, now());
    const updatedAt = saysTheSame(current.content, content) ? current.updatedAt : now();
    const saved = { ...current, content, updatedAt };
    await tx.drafts.save(saved);
    const logoUrl = content.fields.logo_url?.value;
    if (typeof logoUrl === "string" && logoUrl !== current.content.fields.logo_url?.value)
      await queuePictures(tx, { logoUrl }, context);
    if (content.competitor !== current.content.competitor) await readCompetitor(tx, saved, context);
    if (saved.listingId !== null) await publishDraft(tx, saved, caller, now());
    const outcomes = regenerate.map((ref) => [ref, outcomeOf(current, ref, found)]);
    const regenerated = outcomes.length > 0 && { regenerated: Object.fromEntries(outcomes) };
    return answer(tx, saved, { unproven, isModelFailed: found.isModelFailed, ...regenerated });
  });
  if (competitorUrl || change.fields?.logo_url !== undefined) wakeJobs();
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

/** A draft may name a category that was merged or renamed meanwhile, or as pages in another language do. */
async function withCurrentNames(
  change: DraftChange,
  { store, languages }: Pick<Deps, "store" | "languages">,
): Promise<DraftChange> {
  if (!Array.isArray(change.fields?.categories)) return change;
  const categories = await currentNames(change.fields.categories, store, languages);
  return { ...change, fields: { ...change.fields, categories } };
}

function normalized(change: DraftChange, known: Known): DraftChange {
  const fields = { ...change.fields };
  if (Array.isArray(fields.categories)) fields.categories = spellCategories(fields.categories, known);
  if (typeof fields.country === "string") fields.country = fields.country.toUpperCase();
  return { ...change, fields };
}

type Acts = { [Act in "lock" | "unlock" | "restore"]: FieldRef[] | undefined };
type Named<Name> = { [Act in keyof Acts]?: Name[] };

const named = <Name>(acts: Acts, namesOf: (ref: FieldRef) => Name[]): Named<Name> =>
  Object.fromEntries(Object.entries(acts).map(([act, refs = []]) => [act, refs.flatMap(namesOf)]));

/** What a change does to fields of the site, checked against those that the draft has afterwards. */
async function ownEdit(
  tx: Tx,
  content: DraftContent,
  { fields, attributes, lock, unlock, restore, regenerate = [] }: DraftChange,
): Promise<OwnDraftEdit | undefined> {
  const acts = named({ lock, unlock, restore }, (ref) => (isOwnRef(ref) ? [keyOfRef(ref)] : []));
  const keys = [...Object.values(acts).flat(), ...regenerate.filter(isOwnRef).map(keyOfRef)];
  if (!attributes && keys.length === 0) return undefined;
  const categories = fields?.categories ?? categoryNames(content);
  const settable = (await ownFieldsIn(tx, [categories].flat())).filter(({ editors }) => editors === "owner");
  // Values of another kind than a definition that changed meanwhile would be refused with the others.
  const values = changedAttributes(settable, undefined, attributes ?? {});
  const unknown = keys.filter((key) => !settable.some((field) => field.key === key));
  if (unknown.length > 0)
    throw invalid(unknown.map((key) => ({ pointer: `/attributes/${key}`, code: "unknown_field", detail: NO_FIELD })));
  const removed = Object.keys(attributes ?? {}).filter((key) => values[key] === undefined);
  return { values: { ...values, ...Object.fromEntries(removed.map((key) => [key, null])) }, ...acts };
}
const NO_FIELD = "This draft has no such field. get_site_info names the fields and their categories.";

function editOf(
  { milestones, regenerate: _, competitorUrl: __, attributes: ___, lock, unlock, restore, ...edit }: DraftChange,
  content: DraftContent,
  competitorUrl: string | null | undefined,
): DraftEdit {
  return {
    ...edit,
    ...named({ lock, unlock, restore }, (ref) => (isOwnRef(ref) ? [] : [ref])),
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
