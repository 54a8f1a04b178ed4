import { conflict } from "#core/errors/errors.ts";
import type { Draft, DraftContent } from "#domain/drafts/draft.ts";
import { contentOf, missingForListing, tooLongForListing } from "#domain/drafts/publish-draft.ts";
import type { Listing, ListingCategory } from "#domain/listings/listing.ts";
import { EXTRA_CATEGORIES } from "#domain/orders/fulfil.ts";
import { joined, plural, t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Member } from "../context.ts";
import { currentNames } from "../listings/former-categories.ts";
import { listingOf } from "./listing-of.ts";

/**
 * Copies a draft to its listing, inside the change that saves the draft. Nothing is cut silently.
 */
export async function publishDraft(
  tx: Tx,
  draft: Draft,
  caller: Pick<Member, "accountId" | "client">,
  now: Date,
): Promise<Listing> {
  refuseUnfit(draft);
  const listing = await listingOf(tx, draft);
  if (!listing) throw new Error(`Draft ${draft.id} has not been saved as a listing.`);
  return tx.listings.update(
    listing,
    contentOf(draft.content, listing),
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

/** Throws one error with every reason why the draft cannot be a listing. */
export function refuseUnfit(draft: Draft): void {
  const missing = missingForListing(draft.content);
  const tooLong = tooLongForListing(draft.content);
  if (missing.length === 0 && tooLong.length === 0) return;
  const needed = [
    t`A listing needs ${missing.join(", ")}.`,
    `Set ${missing.length === 1 ? "it" : "them"} with update_draft.`,
  ];
  const texts =
    tooLong.length === 1
      ? t`A text is too long for a listing.`
      : t`${plural(tooLong.length, "text is", "texts are")} too long for a listing.`;
  throw conflict(
    missing.length ? "draft_incomplete" : "field_too_long_for_listing",
    joined([...(missing.length ? needed : []), ...(tooLong.length ? [texts, "Shorten with update_draft."] : [])], " "),
    [
      ...missing.map((name) => ({
        pointer: `/fields/${name}`,
        code: "required",
        detail: t`${name} is required for a listing.`,
      })),
      ...tooLong,
    ],
  );
}

export const categoryNames = ({ fields }: DraftContent): string[] => {
  const value = fields.categories?.value ?? [];
  return Array.isArray(value) ? value : [];
};

/** As many as the plan has, and no fewer than `least`. */
export async function listingCategories(
  tx: Tx,
  names: string[],
  listing?: Listing,
  least = 1,
): Promise<ListingCategory[]> {
  const byName = new Map((await tx.reference.categoryNames()).map((category) => [category.name, category]));
  const most = listing?.plan === "launch" || listing?.unlocked.includes("categories") ? 1 + EXTRA_CATEGORIES : 1;
  return (await currentNames(names, tx))
    .flatMap((name) => byName.get(name) ?? [])
    .slice(0, Math.max(most, least))
    .map(({ slug, name }, index) => ({ slug, name, primary: index === 0 }));
}
