import { z } from "zod";
import { editOwnListing } from "../../actions/listings/edit-own-listing.ts";
import { ownListing } from "../../actions/listings/own-listing.ts";
import { invalid } from "../../core/errors.ts";
import { checkFields, checkSocials } from "../../domain/check-fields.ts";
import type { ListingEdit } from "../../domain/edit-listing.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Id } from "../schemas/common.ts";
import { OwnerFieldsInput } from "../schemas/fields.ts";
import { OwnedListing } from "../schemas/listing.ts";
import { ownerView } from "../schemas/owner-view.ts";
import { FaqsInput, presentSocials, SocialsInput } from "../schemas/sections.ts";

const Input = z.strictObject({
  listing_id: Id,
  fields: OwnerFieldsInput.optional(),
  socials: SocialsInput.optional().describe("platform -> link; replaces all"),
  faqs: FaqsInput.optional().describe("replaces all"),
});

export const updateMyListing = defineTool({
  name: "update_my_listing",
  title: "Edit my listing",
  description: `Change texts, socials or FAQs of one of your listings; send only what changes, null or an empty text removes.
    Edits show at once and are kept in its version history. listing_id comes from list_my_listings.`,
  access: "listings:write",
  rest: "PATCH /me/listings/{listing_id}",
  annotations: REPLACE,
  idempotent: true,
  input: Input,
  output: OwnedListing,

  async handler(input, context) {
    const { store, caller } = context;
    const id = input.listing_id;
    await ownListing(store, id, caller);
    const countries = new Set((await store.reference.countries()).map(({ code }) => code));
    const { country, contact_email, demo_video_url } = input.fields ?? {};
    const faults = [
      ...checkFields({ country, contact_email, demo_video_url }, { categories: [], countries }),
      ...checkSocials(input.socials ?? {}, "/socials"),
    ];
    if (faults.length) throw invalid(faults);

    return store.change(async (tx) =>
      ownerView(tx, await editOwnListing(tx, id, () => editOf(input), context), context),
    );
  },
});

function editOf({ fields = {}, socials, faqs }: z.output<typeof Input>): ListingEdit {
  const { founded_year: year, ...texts } = fields;
  return {
    fields: { ...texts, ...(year !== undefined && { founded_year: year === null ? null : String(year) }) },
    socials: socials && presentSocials(socials),
    faqs,
  };
}
