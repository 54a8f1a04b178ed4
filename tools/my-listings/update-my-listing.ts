import { z } from "zod";
import { updateOwnListing } from "../../actions/listings/update-own-listing.ts";
import type { ListingEdit } from "../../domain/edit-listing.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Id } from "../schemas/common.ts";
import { OwnerFieldsInput } from "../schemas/fields.ts";
import { OwnedListing } from "../schemas/listing.ts";
import { prepareOwnerView } from "../schemas/owner-view.ts";
import { FaqsInput, presentSocials, SocialsInput } from "../schemas/sections.ts";

const Input = z.strictObject({
  listing_id: Id,
  fields: OwnerFieldsInput.optional(),
  socials: SocialsInput.optional().describe("platform -> https link; replaces all"),
  faqs: FaqsInput.optional().describe("replaces all"),
});

export const updateMyListing = defineTool({
  name: "update_my_listing",
  title: "Edit my listing",
  description: `Change texts, socials or FAQs of one of your listings; send only what changes, null or an empty text removes.
    Edits show at once and are kept in its version history.`,
  access: "listings:write",
  rest: "PATCH /me/listings/{listing_id}",
  annotations: REPLACE,
  idempotent: true,
  input: Input,
  output: OwnedListing,

  handler: (input, context) =>
    updateOwnListing(input.listing_id, editOf(input), context, (tx, listing, before) =>
      prepareOwnerView(tx, listing, context, before),
    ),
});

function editOf({ fields = {}, socials, faqs }: z.output<typeof Input>): ListingEdit {
  const { founded_year: year, ...texts } = fields;
  return {
    fields: { ...texts, ...(year !== undefined && { founded_year: year === null ? null : String(year) }) },
    socials: socials && presentSocials(socials),
    faqs,
  };
}
