import { z } from "zod";
import { updateOwnListing } from "#actions/listings/save-edit.ts";
import { defineTool, REPLACE } from "../define.ts";
import { AttributesInput } from "../schemas/attributes.ts";
import { Id } from "../schemas/common.ts";
import { OwnedListing } from "../schemas/listing.ts";
import { prepareOwnerView } from "../schemas/owner-view.ts";

/** update_my_listing has the fields of the specification; this has those that the site defines. */
export const setAttributes = defineTool({
  name: "set_attributes",
  title: "Set fields of this directory",
  description:
    "Set this directory's own fields, which get_site_info names, on one of your listings; null removes, absent keys stay.",
  access: "listings:write",
  rest: "PATCH /me/listings/{listing_id}/attributes",
  annotations: REPLACE,
  isAddition: true,
  idempotent: true,
  input: z.strictObject({ listing_id: Id, attributes: AttributesInput }),
  output: OwnedListing,

  handler: ({ listing_id, attributes }, context) =>
    updateOwnListing(listing_id, { attributes }, context, (tx, listing, before) =>
      prepareOwnerView(tx, listing, context, before),
    ),
});
