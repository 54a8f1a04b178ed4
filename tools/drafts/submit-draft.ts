import { z } from "zod";
import { submitDraft as submit } from "#actions/drafts/submit-draft.ts";
import { updateDraft as update } from "#actions/drafts/update-draft.ts";
import { queuePictures } from "#actions/pictures/set-pictures.ts";
import { missingForListing } from "#domain/drafts/publish-draft.ts";
import { FIELDS } from "#domain/listings/fields.ts";
import type { Tx } from "#store/store.ts";
import { ADVANCE, defineTool } from "../define.ts";
import { parseInput } from "../invoke.ts";
import { Uuid } from "../schemas/common.ts";
import { DraftFieldsInput } from "../schemas/fields.ts";
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

  /** Asks for required facts that are missing. */
  async confirm({ id }, { store, caller }) {
    const draft = await store.drafts.findOwned(id, caller.accountId);
    const missing = draft?.status === "ready" ? missingForListing(draft.content) : [];
    if (missing.length === 0) return undefined;
    const texts = missing.map((name) => [name, { title: FIELDS[name].label, maxLength: FIELDS[name].listingMax }]);
    return {
      message: "A listing needs these. They were not found on the pages that were read.",
      texts: Object.fromEntries(texts),
    };
  },

  async handler({ id }, context) {
    const save = async (tx: Tx) => {
      const listing = await submit(tx, id, context);
      await queuePictures(tx, { listingId: listing.id }, context);
      return ownerView(tx, listing, context);
    };
    const saved = context.answers
      ? await update(id, { fields: readAnswers(context.answers) }, context, save)
      : await context.store.change(save);
    context.wakeJobs();
    return saved;
  },
});

const Answers = z.strictObject({ fields: DraftFieldsInput });

/** Forms have only texts, so the category is one name. */
function readAnswers({ categories, ...texts }: Readonly<Record<string, string>>) {
  const fields = { ...texts, ...(categories !== undefined && { categories: [categories] }) };
  return parseInput({ input: Answers }, { fields }).fields;
}
