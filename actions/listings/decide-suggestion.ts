import { conflict } from "#core/errors/errors.ts";
import { type CheckEvery, nextCheckAt } from "#domain/listings/fact-check.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { t } from "#languages/words.ts";
import type { Context } from "../context.ts";
import { editableListing } from "../own.ts";
import { editOwnListing, openSuggestions } from "./save-edit.ts";

type Acting = Pick<Context<"listings:write">, "store" | "caller" | "now">;

const GONE = t`This has already been decided, or the website changed again. Reload the page.`;

/** Publishes the website's current value. */
export const acceptSuggestion = (id: number, field: DraftFieldName, context: Acting): Promise<Listing> =>
  context.store.change(async (tx) => {
    const [listing, suggestions] = await Promise.all([
      editableListing(tx, id, context.caller),
      tx.factChecks.suggestions(id),
    ]);
    const suggestion = openSuggestions(listing, suggestions).find((each) => each.field === field);
    if (!suggestion) throw conflict("listing_state_conflict", GONE);
    return editOwnListing(tx, id, () => ({ fields: { [field]: suggestion.stated } }), context);
  });

/** Keeps the published fact. The same suggestion is not repeated. */
export const keepPublished = (id: number, field: DraftFieldName, context: Acting): Promise<void> =>
  context.store.change(async (tx) => {
    await editableListing(tx, id, context.caller);
    if (!(await tx.factChecks.refuse(id, field, context.now()))) throw conflict("listing_state_conflict", GONE);
  });

export const setCheckEvery = (id: number, every: CheckEvery, context: Acting): Promise<void> =>
  context.store.change(async (tx) => {
    const listing = await editableListing(tx, id, context.caller);
    const check = await tx.factChecks.find(id);
    const last = check?.checkedAt ?? listing.evidenceCheckedAt ?? context.now();
    await tx.factChecks.setEvery(id, every, nextCheckAt(every, last));
  });
