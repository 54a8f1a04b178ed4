import type { z } from "zod";
import type { Listing } from "#domain/listings/listing.ts";
import { type ChangedListing, isUnlocked } from "./listing.ts";
import { type Asking, type OwnerSources, ownerView } from "./owner-view.ts";

type Section = "story" | "milestones";

/** A listing after a section edit, and whether the section is public yet. */
export async function sectionView(
  sources: OwnerSources,
  saved: Listing,
  section: Section,
  asking: Asking,
): Promise<z.input<typeof ChangedListing>> {
  const view = await ownerView(sources, saved, asking);
  const isShown = isUnlocked(saved, section);
  return {
    ...view,
    message: messageOf(saved, section, isShown),
    next_actions: isShown ? view.next_actions : ["list_products", ...view.next_actions],
  };
}

function messageOf({ status }: Listing, section: Section, isShown: boolean): string {
  const name = section === "story" ? "The founder story" : "The milestones section";
  if (!isShown)
    return `Saved, but not shown yet: ${name.toLowerCase()} is locked for this listing. list_products says what unlocks it.`;
  return status === "live"
    ? "Saved. It is on the listing now."
    : `Saved. It appears once the listing is live; now it is ${status}.`;
}
