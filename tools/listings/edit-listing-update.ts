import { z } from "zod";
import { editUpdate } from "#actions/listings/post-update.ts";
import { UPDATE_FIELDS } from "#domain/listings/section-fields.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Id, line, text } from "../schemas/common.ts";
import { ChangedListing } from "../schemas/listing.ts";
import { ownerView } from "../schemas/owner-view.ts";

export const editListingUpdate = defineTool({
  name: "edit_listing_update",
  title: "Edit an update",
  description: `Correct the title or text of an update that was posted to one of your listings.
    It changes on the site at once; emails that were sent stay as they are, and nobody is emailed again.`,
  access: "listings:write",
  rest: "PATCH /me/listings/{listing_id}/updates/{update_id}",
  annotations: REPLACE,
  isAddition: true,
  input: z.strictObject({
    listing_id: Id,
    update_id: Id.describe("from latest_updates of get_my_listing"),
    title: line(UPDATE_FIELDS.title.max).min(1).optional(),
    body: text(UPDATE_FIELDS.body.max).min(1).optional(),
  }),
  output: ChangedListing,

  handler: ({ listing_id: listingId, update_id: updateId, ...given }, context) =>
    context.store.change(async (tx) => {
      const listing = await editUpdate(tx, { listingId, updateId, ...given }, context);
      return { ...(await ownerView(tx, listing, context)), message: "Saved." };
    }),
});
