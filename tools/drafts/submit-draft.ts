import { z } from "zod";
import { submitDraft as submit } from "../../actions/drafts/submit-draft.ts";
import { ADVANCE, defineTool } from "../define.ts";
import { Uuid } from "../schemas/common.ts";
import { OwnedListing } from "../schemas/listing.ts";
import { ownerView } from "../schemas/owner-view.ts";

export const submitDraft = defineTool({
  name: "submit_draft",
  title: "Save a draft as a listing",
  description: `Save a ready draft as a listing, not yet published, and answer with its listing_id.
    Calling it again after edits updates the same listing.`,
  access: "listings:write",
  rest: "POST /drafts/{id}/submit",
  annotations: ADVANCE,
  idempotent: true,
  input: z.strictObject({ id: Uuid.describe("from list_my_drafts") }),
  output: OwnedListing,

  handler: ({ id }, context) =>
    context.store.change(async (tx) => ownerView(tx, await submit(tx, id, context), context)),
});
