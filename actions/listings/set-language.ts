import { invalid } from "#core/errors/errors.ts";
import { checkFields } from "#domain/listings/check-fields.ts";
import type { Context } from "../context.ts";
import { editOwnListing } from "./save-edit.ts";

/** Sets the language of a listing's texts; null lets the texts tell it. */
export async function setListingLanguage(
  id: number,
  language: string | null,
  { store, caller, now }: Pick<Context<"listings:write">, "store" | "caller" | "now">,
): Promise<void> {
  const faults = checkFields({ language }, { categories: [], countries: new Set() });
  if (faults.length > 0) throw invalid(faults);
  await store.change((tx) => editOwnListing(tx, id, () => ({ fields: { language } }), { caller, now }));
}
