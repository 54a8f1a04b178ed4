import { z } from "zod";
import { setDraftAttributes } from "#tools/drafts/set-draft-attributes.ts";
import { updateDraft } from "#tools/drafts/update-draft.ts";
import { updateMyListing } from "#tools/listings/update-my-listing.ts";
import { AttributesInput, DraftAttributesInput } from "#tools/schemas/attributes.ts";

/** One form has texts and fields of this directory, which programs send to two operations. */
export const editListing = {
  ...updateMyListing,
  input: updateMyListing.input.extend({ attributes: AttributesInput.optional() }),
};
export const editDraft = {
  ...updateDraft,
  limits: (input: { regenerate?: unknown[] | undefined; own?: { regenerate?: unknown[] | undefined } | undefined }) =>
    input.regenerate?.length || input.own?.regenerate?.length ? ["regenerate" as const] : [],
  input: updateDraft.input.extend({ own: z.strictObject(DraftAttributesInput).optional() }),
};

export const SITE_TOOLS = [editListing, editDraft, setDraftAttributes];
