import type { z } from "zod";
import type { Context } from "../../actions/context.ts";
import type { ListingEdit } from "../../domain/edit-listing.ts";
import type { Listing } from "../../domain/listing.ts";
import type { Tx } from "../../store/store.ts";
import { type ChangedListing, isUnlocked } from "../schemas/listing.ts";
import { noListing } from "./no-listing.ts";
import { ownerView } from "./owner-view.ts";
import { saveEdit } from "./save-edit.ts";

type Section = "story" | "milestones";

/** Edits a section of an own listing inside a change, and says whether others see it: it may wait for its unlocking or the launch. */
export async function editSection(
  tx: Tx,
  id: number,
  section: Section,
  editOf: (listing: Listing) => ListingEdit,
  context: Context<"listings:write">,
): Promise<z.input<typeof ChangedListing>> {
  const listing = await tx.listings.findOwned(id, context.caller.accountId);
  if (!listing) throw noListing(id);
  const saved = await saveEdit(tx, listing, editOf(listing), context);
  const view = await ownerView(tx, saved, context);
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
    ? "Saved. It shows on the listing now."
    : `Saved. It shows once the listing is live; now it is ${status}.`;
}
