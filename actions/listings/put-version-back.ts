import { isClosed, type Listing, type Website } from "#domain/listings/listing.ts";
import { putBackEdit, type Snapshot } from "#domain/listings/listing-version.ts";
import { replaceMilestones } from "#domain/listings/milestones.ts";
import { proofOf, sameValue } from "#domain/listings/shared-facts.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { editDraftAlong } from "../drafts/edit-draft-along.ts";
import { listingCategories } from "../drafts/publish-draft.ts";

/** `seen` is the newest version the person saw. Later versions are not overwritten. */
type Choice = { listingId: number; version: number; seen: number };
type Outcome = "done" | "same" | "changed" | "gone";

/**
 * Restores an old version as the newest, in the draft too. Status, plan and votes stay; categories
 * that are no longer allowed, and a website that another listing has, are not restored.
 */
export async function putVersionBack(
  tx: Tx,
  { listingId, version, seen }: Choice,
  accountId: string | null,
  { now, readSiteAddress }: Pick<Deps, "now" | "readSiteAddress">,
  client: string | null = null,
): Promise<Outcome> {
  const at = now();
  const listing = await tx.listings.find(listingId);
  const old = await tx.versions.find(listingId, version);
  if (!listing || !old) return "gone";
  if (listing.version !== seen) return "changed";

  const names = old.snapshot.profile.categories.map(({ name }) => name);
  const known = await listingCategories(tx, names, listing, listing.profile.categories.length);
  const categories = known.length ? known : listing.profile.categories;
  const current = await tx.listings.snapshot(listing);
  const timeline = replaceMilestones(current.profile, old.snapshot.profile.milestones);
  const target: Snapshot = { ...old.snapshot, profile: { ...old.snapshot.profile, ...timeline, categories } };

  const website = await websiteOf(tx, listing, target, readSiteAddress);
  const own = await tx.drafts.findByListing(listingId);
  const draft = await editDraftAlong(tx, own, (content) => putBackEdit(content, current, target), at, website);
  const { people, founderSocials, profile, url: _, ...columns } = target;
  const members = await tx.listings.members(listingId);
  const isOtherTeam = !sameValue([current.people, current.founderSocials], [people, founderSocials]);
  const saved = await tx.listings.update(
    listing,
    { ...columns, profile: { ...profile, ...(draft && proofOf(draft.content)) } },
    {
      categories,
      website,
      ...(isOtherTeam && {
        founders: people,
        founderSocials,
        ownerId: draft?.accountId ?? members.find(({ role }) => role === "owner")?.accountId ?? null,
      }),
    },
    { accountId, client, restored: version },
    at,
  );
  return saved.version === listing.version ? "same" : "done";
}

async function websiteOf(
  tx: Tx,
  { id, url }: Listing,
  old: Snapshot,
  readSiteAddress: Deps["readSiteAddress"],
): Promise<Website | undefined> {
  if (old.url === undefined || old.url === url) return undefined;
  const { key: siteKey, domain } = readSiteAddress(old.url);
  const holder = await tx.listings.findBySite(siteKey);
  return holder && holder.id !== id ? undefined : { url: old.url, domain, siteKey };
}

/** The same for a team member, who may have left meanwhile. */
export const putOwnVersionBack = (
  choice: Choice,
  accountId: string,
  deps: Pick<Deps, "store" | "now" | "readSiteAddress">,
): Promise<Outcome> =>
  deps.store.change(async (tx) => {
    const listing = await tx.listings.findOwned(choice.listingId, accountId);
    return listing && !isClosed(listing) ? putVersionBack(tx, choice, accountId, deps) : "gone";
  });
