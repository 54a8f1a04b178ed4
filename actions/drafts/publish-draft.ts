import { conflict } from "../../core/errors.ts";
import type { Draft, DraftContent } from "../../domain/draft.ts";
import { EXTRA_CATEGORIES } from "../../domain/fulfil.ts";
import type { Listing, ListingCategory } from "../../domain/listing.ts";
import { contentOf, missingForListing, tooLongForListing } from "../../domain/publish-draft.ts";
import type { Tx } from "../../store/store.ts";
import type { Member } from "../context.ts";
import { listingOf } from "./listing-of.ts";

/** Brings a draft's content onto its listing, inside the change that saved the draft. Nothing is cut silently. */
export async function publishDraft(tx: Tx, draft: Draft, caller: Member, now: Date): Promise<Listing> {
  refuseUnfit(draft);
  const listing = await listingOf(tx, draft);
  if (!listing) throw new Error(`Draft ${draft.id} was not saved as a listing yet.`);
  return tx.listings.update(
    listing,
    contentOf(draft.content, listing.profile),
    {
      categories: await listingCategories(tx, categoryNames(draft.content), listing),
      founders: draft.content.founders,
      founderSocials: draft.content.founderSocials,
      ownerId: draft.accountId,
    },
    { accountId: caller.accountId, client: caller.client },
    now,
  );
}

/** Everything that keeps a draft from being a listing, in one answer. */
export function refuseUnfit(draft: Draft): void {
  const missing = missingForListing(draft.content);
  const tooLong = tooLongForListing(draft.content);
  if (missing.length === 0 && tooLong.length === 0) return;
  const needed = `A listing needs ${missing.join(", ")}. Set ${missing.length === 1 ? "it" : "them"} with update_draft.`;
  const shorten = `${tooLong.length === 1 ? "A text is" : `${tooLong.length} texts are`} too long for a listing. Shorten with update_draft.`;
  throw conflict(
    missing.length ? "draft_incomplete" : "field_too_long_for_listing",
    [...(missing.length ? [needed] : []), ...(tooLong.length ? [shorten] : [])].join(" "),
    [
      ...missing.map((name) => ({
        pointer: `/fields/${name}`,
        code: "required",
        detail: `${name} is required for a listing.`,
      })),
      ...tooLong,
    ],
  );
}

/** Names that a draft's field of categories holds. */
export const categoryNames = ({ fields }: DraftContent): string[] => {
  const value = fields.categories?.value ?? [];
  return Array.isArray(value) ? value : [];
};

/** One primary category; a listing that paid for it may have three more. Names that the directory does not know are left out. */
export async function listingCategories(tx: Tx, names: string[], listing?: Listing): Promise<ListingCategory[]> {
  const byName = new Map((await tx.reference.categoryNames()).map((category) => [category.name, category]));
  const most = listing?.plan === "launch" || listing?.unlocked.includes("categories") ? 1 + EXTRA_CATEGORIES : 1;
  return names
    .flatMap((name) => byName.get(name) ?? [])
    .slice(0, most)
    .map(({ slug, name }, index) => ({ slug, name, primary: index === 0 }));
}
