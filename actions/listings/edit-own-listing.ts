import type { ListingEdit } from "../../domain/listings/edit-listing.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import type { Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { ownListing } from "../own.ts";
import { readBeforeEdit, saveEdit } from "./save-edit.ts";

export const readToEdit = (tx: Tx, id: number, caller: Context<"listings:write">["caller"]) =>
  Promise.all([ownListing(tx, id, caller), readBeforeEdit(tx, id)]);

export async function editOwnListing(
  tx: Tx,
  id: number,
  editOf: (listing: Listing) => ListingEdit,
  context: Pick<Context<"listings:write">, "caller" | "now">,
): Promise<Listing> {
  const [listing, before] = await readToEdit(tx, id, context.caller);
  return saveEdit(tx, listing, editOf(listing), context, before);
}
