import type { Member } from "../../context.ts";
import type { Draft } from "../../domain/draft.ts";
import { EXTRA_CATEGORIES } from "../../domain/fulfil.ts";
import type { Listing, ListingCategory } from "../../domain/listing.ts";
import { contentOf, missingForListing, tooLongForListing } from "../../domain/publish-draft.ts";
import { conflict } from "../../errors.ts";
import type { Tx } from "../../store/store.ts";

/** Brings a draft's content onto its listing, inside the change that saved the draft. Nothing is cut silently. */
export async function publishDraft(tx: Tx, draft: Draft, caller: Member, now: Date): Promise<Listing> {
  refuseUnfit(draft);
  const listing = draft.listingId === null ? undefined : await tx.listings.find(draft.listingId);
  if (!listing) throw new Error(`Draft ${draft.id} names a listing that is not there.`);
  return tx.listings.update(
    listing,
    contentOf(draft.content, listing.profile),
    {
      categories: await listingCategories(tx, draft, listing),
      founders: draft.content.founders,
      founderSocials: draft.content.founderSocials,
      ownerId: draft.accountId,
    },
    { accountId: caller.accountId, client: caller.client },
    now,
  );
}

export function refuseUnfit(draft: Draft): void {
  const missing = missingForListing(draft.content);
  if (missing.length) {
    throw conflict(
      "draft_incomplete",
      `A listing needs ${missing.join(", ")}. Set ${missing.length === 1 ? "it" : "them"} with update_draft.`,
      missing.map((name) => ({
        pointer: `/fields/${name}`,
        code: "required",
        detail: `${name} is required for a listing.`,
      })),
    );
  }
  const tooLong = tooLongForListing(draft.content);
  if (tooLong.length)
    throw conflict(
      "field_too_long_for_listing",
      `${tooLong.length === 1 ? "A text is" : `${tooLong.length} texts are`} too long for a listing. Shorten with update_draft.`,
      tooLong,
    );
}

/** One primary category; a listing that paid for it may have three more. */
export async function listingCategories(tx: Tx, draft: Draft, listing?: Listing): Promise<ListingCategory[]> {
  const names = draft.content.fields.categories?.value ?? [];
  const bySpelling = new Map((await tx.reference.categoryNames()).map((category) => [category.name, category]));
  const most = listing?.plan === "launch" || listing?.unlocked.includes("categories") ? 1 + EXTRA_CATEGORIES : 1;
  return (Array.isArray(names) ? names : [])
    .flatMap((name) => bySpelling.get(name) ?? [])
    .slice(0, most)
    .map(({ slug, name }, index) => ({ slug, name, primary: index === 0 }));
}
