import { invalid } from "../../core/errors/errors.ts";
import { checkFields, checkSocials } from "../../domain/listings/check-fields.ts";
import type { ListingEdit } from "../../domain/listings/edit-listing.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import type { Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { ownListing } from "../own.ts";
import { readToEdit } from "./edit-own-listing.ts";
import { type Before, saveEdit } from "./save-edit.ts";

/**
 * Edits texts, socials and FAQs. `prepare` runs in parallel with the write and returns the function
 * that builds the answer.
 */
export async function updateOwnListing<T>(
  id: number,
  edit: ListingEdit,
  context: Context<"listings:write">,
  prepare: (tx: Tx, listing: Listing, before: Before) => Promise<(saved: Listing) => T>,
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
    await ownListing(store, id, caller);
    throw invalid(faults);
  }
  return store.change(async (tx) => {
    const [listing, before] = await readToEdit(tx, id, caller);
    const [saved, shape] = await Promise.all([
      saveEdit(tx, listing, edit, context, before),
      prepare(tx, listing, before),
    ]);
    return shape(saved);
  });
}
