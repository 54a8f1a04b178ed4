import { conflict } from "#core/errors/errors.ts";
import type { BulkAction, BulkBefore, BulkMark } from "#domain/listings/bulk.ts";
import { MOST_ENTRIES } from "#domain/listings/fields.ts";
import type { Listing, ListingStatus } from "#domain/listings/listing.ts";
import { readOwn } from "#domain/listings/own-values.ts";
import type { ModerationStep } from "#domain/moderation/moderation.ts";
import { termsOf } from "#domain/orders/fulfil.ts";
import type { AuditAction } from "#domain/site/audit.ts";
import { pick } from "#domain/text/pick.ts";
import { t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { settableFields } from "../listings/own-attributes.ts";
import { putVersionBack } from "../listings/put-version-back.ts";
import { type Author, saveEdit } from "../listings/save-edit.ts";
import type { Step } from "./apply-step.ts";
import { deleteListing, undeleteListing } from "./delete-listing.ts";
import { moderateListing } from "./moderate-listing.ts";

export type BulkDeps = Pick<Deps, "now" | "uuid" | "settings" | "languages" | "readSiteAddress">;
/** Who changes the listings, as their versions name it. */
export type Acting = BulkDeps & Author;
type Acts = {
  [Do in BulkAction["do"]]: (tx: Tx, listing: Listing, action: ActionOf<Do>, acting: Acting) => Promise<unknown>;
};
type ActionOf<Do> = BulkAction extends infer Action
  ? Action extends { do: infer Own }
    ? Do extends Own
      ? Action
      : never
    : never
  : never;

const NOT_NOW = t`Its status does not allow this.`;
const OTHERS = t`Only another admin can reverse this decision.`;

const moderate =
  (step: ModerationStep) =>
  async (tx: Tx, { id }: Listing, { reason, back }: Omit<Step, "step">, acting: Acting): Promise<void> => {
    const done = await moderateListing(tx, id, { step, reason, back, by: acting.caller.accountId }, acting);
    if (done !== true) throw conflict("listing_state_conflict", done === "own" ? OTHERS : NOT_NOW);
  };

const withTags =
  (change: (before: string[], tags: string[]) => string[]) =>
  async (tx: Tx, listing: Listing, { tags }: { tags: string[] }, acting: Acting): Promise<Listing> => {
    const before = listing.profile.tags;
    const after = change(before, tags);
    if (after.length > before.length && after.length > MOST_ENTRIES)
      throw conflict("listing_state_conflict", t`A listing has at most ${MOST_ENTRIES} tags.`);
    return saveEdit(tx, listing, { fields: { tags: after } }, acting);
  };
const isAmong = (tags: readonly string[], tag: string): boolean =>
  tags.some((one) => one.toLowerCase() === tag.toLowerCase());

const ACTS: Acts = {
  async category(tx, listing, { category: slug }, acting) {
    const category = await tx.reference.findCategory(slug);
    if (!category) throw conflict("category_unknown", t`The category no longer exists.`);
    const others = listing.profile.categories.slice(1).filter((one) => one.slug !== slug);
    const categories = [{ slug, name: category.name }, ...others].map((one, at) => ({ ...one, primary: at === 0 }));
    return saveEdit(tx, listing, { categories }, acting);
  },
  add_tags: withTags((before, tags) => [...before, ...tags.filter((tag) => !isAmong(before, tag))]),
  remove_tags: withTags((before, tags) => before.filter((tag) => !isAmong(tags, tag))),
  async field(tx, listing, { key, value }, acting) {
    const slugs = listing.profile.categories.map(({ slug }) => slug);
    const fields = await settableFields(tx, slugs, true);
    const field = fields.find((one) => one.key === key);
    if (!field) throw conflict("fields_not_defined", t`The field does not apply to its category.`);
    const attributes = { [key]: value === "" ? null : (readOwn(field, value) ?? value) };
    return saveEdit(tx, listing, { attributes }, acting);
  },
  plan: async (tx, listing, { plan }, { caller, now }) =>
    plan !== listing.plan &&
    tx.listings.setTerms(listing, { ...termsOf(listing), plan }, pick(caller, "accountId", "client"), now()),
  approve: moderate("approve"),
  review: moderate("review"),
  reject: moderate("reject"),
  suspend: moderate("suspend"),
  restore: moderate("restore"),
  // Never at once, so that it can be undone.
  delete: (tx, { id }, { reason }, acting) => deleteListing(tx, id, reason, acting, { isUndoable: true }),
};

/** Throws AppError if the listing cannot be changed like this; then nothing of it is. */
export const actOn = (tx: Tx, listing: Listing, action: BulkAction, acting: Acting): Promise<unknown> =>
  (ACTS[action.do] as (tx: Tx, listing: Listing, action: BulkAction, acting: Acting) => Promise<unknown>)(
    tx,
    listing,
    action,
    acting,
  );

export const markOf = (listing: Listing): BulkMark => pick(listing, "version", "status", "statusReason", "plan");

const INVERSE: Record<ModerationStep, ModerationStep> = {
  approve: "review",
  review: "approve",
  reject: "approve",
  suspend: "restore",
  restore: "suspend",
};

/** Steps do not lead from one of these states to another, so undo says which one it was. */
const TO: Partial<Record<ListingStatus, ModerationStep>> = { pending_review: "review", rejected: "reject" };

/** Takes back what `actOn` did to a listing that nobody changed since. */
export async function takeBack(
  tx: Tx,
  listing: Listing,
  action: BulkAction,
  before: BulkBefore,
  acting: Acting,
): Promise<void> {
  const { accountId, client } = acting.caller;
  const back = { ...pick(before, "status", "statusReason"), statusBefore: before.statusBefore ?? null };
  if (action.do === "plan")
    await tx.listings.setTerms(
      listing,
      { ...termsOf(listing), plan: before.plan },
      { accountId, client },
      acting.now(),
    );
  else if (action.do === "delete") {
    if (!(await undeleteListing(tx, listing.id, acting, back))) throw conflict("listing_state_conflict", NOT_NOW);
  } else if ("reason" in action) {
    const step = TO[before.status];
    await moderate(step ?? INVERSE[action.do])(
      tx,
      listing,
      { reason: before.statusReason, ...(step && { back }) },
      acting,
    );
  } else {
    const choice = { listingId: listing.id, version: before.version, seen: listing.version };
    await putVersionBack(tx, choice, accountId, acting, client);
  }
}

export const auditActionOf = (action: BulkAction): AuditAction =>
  action.do === "delete" ? "listing.delete" : "reason" in action ? "listing.moderate" : "listing.edit";
