import { z } from "zod";
import type { ListingEdit } from "#domain/listings/edit-listing.ts";
import { AttributesInput } from "./attributes.ts";
import { Id, Slug, WebsiteAddress } from "./common.ts";
import { OwnerFieldsInput, TeamFieldsInput } from "./fields.ts";
import { FaqsInput, presentSocials, SocialsInput } from "./sections.ts";

export const ListingEditInput = z.strictObject({
  listing_id: Id,
  fields: OwnerFieldsInput.optional(),
  socials: SocialsInput.optional().describe("platform -> https link; replaces all"),
  faqs: FaqsInput.optional().describe("replaces all"),
});

/** The same for the site team, on its pages. */
export const TeamEditInput = ListingEditInput.extend({
  attributes: AttributesInput.optional(),
  fields: TeamFieldsInput.optional(),
  url: WebsiteAddress.optional(),
  slug: Slug.optional(),
});

type Given = Omit<z.output<typeof TeamEditInput>, "listing_id" | "url" | "slug">;

export const editOf = ({ fields = {}, socials, faqs, attributes }: Given): ListingEdit => ({
  ...(attributes && { attributes }),
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]),
  ),
  socials: socials && presentSocials(socials),
  faqs,
});
