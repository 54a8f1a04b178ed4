import { invalid } from "#core/errors/errors.ts";
import type { Unproven } from "#domain/drafts/draft.ts";
import { checkFields, checkSocials } from "#domain/listings/check-fields.ts";
import { editListing, type ListingEdit, requiredRemoved } from "#domain/listings/edit-listing.ts";
import { DRAFT_FIELDS } from "#domain/listings/fields.ts";
import type { Listing, Profile, Website } from "#domain/listings/listing.ts";
import {
  draftEditOf,
  type Facts,
  factOf,
  type Proof,
  proofKept,
  proofOf,
  sameValue,
} from "#domain/listings/shared-facts.ts";
import type { Supported } from "#drafting/support.ts";
import { t } from "#languages/words.ts";
import type { FactSuggestion } from "#store/repos/listings/fact-checks.ts";
import type { Tx } from "#store/store.ts";
import type { Context, Deps, Member } from "../context.ts";
import { editDraftAlong } from "../drafts/edit-draft-along.ts";
import { proveChange } from "../drafts/prove-change.ts";
import { editableListing, findEditable } from "../own.ts";
import { changedAttributes, settableFields } from "./own-attributes.ts";

export type Editing = Pick<Context<"listings:write">, "store" | "caller" | "now" | "findSupport">;
export type Author = Pick<Deps, "now"> & { caller: Pick<Member, "accountId" | "client" | "isTeam"> };
export type Before = Awaited<ReturnType<typeof readBeforeEdit>>;

export async function readBeforeEdit(tx: Tx, listingId: number) {
  const [suggestions, draft, people] = await Promise.all([
    tx.factChecks.suggestions(listingId),
    tx.drafts.findByListing(listingId),
    tx.listings.people(listingId),
  ]);
  return { suggestions, draft, people };
}

export async function saveEdit(
  tx: Tx,
  listing: Listing,
  edit: ListingEdit,
  { caller, now }: Author,
  known?: Before,
  found: Proof["evidence"] = {},
): Promise<Listing> {
  const at = now();
  const content = editListing(listing, edit);
  const own = edit.attributes && (await editedAttributes(tx, listing, edit, caller));
  const removed = requiredRemoved(listing, content);
  if (removed.length) throw invalid(removed);
  const { categories, website, slug } = edit;
  if (website) await refuseHeld(tx, listing, website);
  const isMoved = slug !== undefined && slug !== listing.slug;
  if (isMoved) await refuseTakenSlug(tx, listing, slug);
  const before = known ?? (await readBeforeEdit(tx, listing.id));
  const profile = { ...content.profile, ...(categories && { categories }), ...(own && { attributes: own }) };
  const after = { ...content, profile };
  const quotes = { ...found, ...(await answerSuggestions(tx, before.suggestions, after)) };
  const toDraft = () => ({ ...draftEditOf(listing, after), quotes });
  const draft = await editDraftAlong(tx, before.draft, toDraft, at, website);
  const proof = draft ? proofOf(draft.content) : withQuotes(proofKept(listing, after), quotes);
  const saved = await tx.listings.update(
    listing,
    { ...content, profile: { ...content.profile, ...(own && { attributes: own }), ...proof } },
    { people: before.people, website, ...(categories && { categories }) },
    { accountId: caller.accountId, client: caller.client },
    at,
  );
  return isMoved ? tx.listings.rename(saved, slug, at) : saved;
}

/** Checked against the fields of the categories that the listing has after the edit. */
async function editedAttributes(
  tx: Tx,
  { profile }: Listing,
  { attributes = {}, categories = profile.categories }: ListingEdit,
  { isTeam }: Pick<Context<"listings:write">["caller"], "isTeam">,
) {
  const slugs = categories.map(({ slug }) => slug);
  return changedAttributes(await settableFields(tx, slugs, isTeam), profile.attributes, attributes);
}

async function refuseHeld(tx: Tx, { id }: Listing, { siteKey }: Website): Promise<void> {
  const holder = await tx.listings.findBySite(siteKey);
  if (holder && holder.id !== id)
    throw invalid([
      { pointer: "/url", code: "already_listed", detail: t`This website is already listed as "${holder.slug}".` },
    ]);
}

/** A slug that the listing had before is free for it. */
async function refuseTakenSlug(tx: Tx, { id }: Listing, slug: string): Promise<void> {
  const taken = await tx.moderation.findBySlug(slug);
  if (taken && (await tx.moderation.held(taken.id)).mergedInto?.id !== id)
    throw invalid([{ pointer: "/slug", code: "taken", detail: t`"${slug}" is the address of another listing.` }]);
}

const withQuotes = (proof: Proof, quotes: Proof["evidence"]): Proof => ({
  ...proof,
  evidence: { ...proof.evidence, ...quotes },
});

/** Undecided suggestions about facts that the listing still has. */
export const openSuggestions = (listing: Listing, suggestions: readonly FactSuggestion[]): FactSuggestion[] =>
  suggestions.filter(({ field, published }) => sameValue(factOf(listing, field), published));

/** Closes suggestions that an edit answers. Returns the quotes of accepted ones. */
export async function answerSuggestions(
  tx: Tx,
  suggestions: readonly FactSuggestion[],
  after: Facts,
): Promise<Profile["evidence"]> {
  const answered = suggestions.filter(({ field, published }) => !sameValue(factOf(after, field), published));
  const [first] = answered;
  if (!first) return {};
  await tx.factChecks.withdraw(
    first.listingId,
    answered.map(({ field }) => field),
  );
  return Object.fromEntries(
    answered.flatMap(({ field, stated, evidence }) =>
      stated !== null && sameValue(factOf(after, field), stated) ? [[field, evidence]] : [],
    ),
  );
}

export const readToEdit = (tx: Tx, id: number, caller: Context<"listings:write">["caller"]) =>
  Promise.all([editableListing(tx, id, caller), readBeforeEdit(tx, id)]);

export async function editOwnListing(
  tx: Tx,
  id: number,
  editOf: (listing: Listing) => ListingEdit,
  context: Pick<Context<"listings:write">, "caller" | "now">,
): Promise<Listing> {
  const [listing, before] = await readToEdit(tx, id, context.caller);
  return saveEdit(tx, listing, editOf(listing), context, before);
}

/** Searches the pages of the listing's draft, if it has one, for the values that an edit sets. */
async function proveEdit(
  id: number,
  { fields = {}, faqs, socials }: ListingEdit,
  { store, caller, findSupport }: Editing,
): Promise<Supported> {
  const draft = await store.drafts.findByListing(id);
  if (!draft || !(await findEditable(store, id, caller))) return { quotes: {}, unproven: [] };
  const set = DRAFT_FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []));
  const change = {
    fields: Object.fromEntries(set),
    ...(faqs && { faqs }),
    ...(socials && { companySocials: socials }),
  };
  return proveChange(draft, change, await store.reference.categoryNames(), { store, findSupport });
}

/**
 * Edits texts, socials and FAQs. `prepare` runs in parallel with the write and returns the function
 * that builds the answer.
 */
export async function updateOwnListing<T>(
  id: number,
  edit: ListingEdit,
  context: Editing,
  prepare: (tx: Tx, listing: Listing, before: Before, unproven: Unproven[]) => Promise<(saved: Listing) => T>,
): Promise<T> {
  const { store, caller } = context;
  const { fields = {} } = edit;
  const countries = new Set(fields.country ? (await store.reference.countries()).map(({ code }) => code) : []);
  const faults = [
    ...checkFields(fields, { categories: [], countries }),
    ...checkSocials(edit.socials ?? {}, "/socials"),
  ];
  if (faults.length) {
    // Check ownership first, so invalid input reveals nothing.
    await editableListing(store, id, caller);
    throw invalid(faults);
  }
  const { quotes, unproven } = await proveEdit(id, edit, context);
  return store.change(async (tx) => {
    const [listing, before] = await readToEdit(tx, id, caller);
    const [saved, shape] = await Promise.all([
      saveEdit(tx, listing, edit, context, before, quotes),
      prepare(tx, listing, before, unproven),
    ]);
    return shape(saved);
  });
}
