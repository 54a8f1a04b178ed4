import type { Listing } from "#domain/listings/listing.ts";
import type { SignedComment } from "#store/repos/community/comments.ts";
import type { Reads } from "#store/store.ts";

export const findTalked = async (
  slug: string,
  { listings }: { listings: Pick<Reads["listings"], "findLive" | "findComing"> },
): Promise<Listing | undefined> => (await listings.findLive(slug)) ?? (await listings.findComing(slug));

type Found = SignedComment & { listing: Listing };

export async function findComment(
  slug: string,
  id: string,
  store: Pick<Reads, "comments"> & { listings: Pick<Reads["listings"], "findLive" | "findComing"> },
): Promise<Found | undefined> {
  const listing = await findTalked(slug, store);
  const found = listing && (await store.comments.byId(id));
  return found && found.listing.id === listing.id ? { ...found, listing } : undefined;
}
