import type { Context } from "#actions/context.ts";
import { updateOwnListing } from "#actions/listings/save-edit.ts";
import { DRAFT_FIELDS } from "#domain/listings/fields.ts";
import type { Fault } from "#domain/text/fault.ts";
import { defineTool, REPLACE } from "../define.ts";
import { UnprovenValues, viewUnproven } from "../schemas/draft.ts";
import { OwnerFieldsInput } from "../schemas/fields.ts";
import { manageUrl, OwnedListing } from "../schemas/listing.ts";
import { editOf, ListingEditInput } from "../schemas/listing-edit.ts";
import { prepareOwnerView } from "../schemas/owner-view.ts";

export const updateMyListing = defineTool({
  name: "update_my_listing",
  title: "Edit my listing",
  description: `Change texts, socials or FAQs of one of your listings; send only what changes, null or an empty text removes.
    Edits show at once and are kept in its version history. unproven names values without a quote on the pages read for its draft.
    update_draft with its draft_id changes name, logo, categories and stage.`,
  access: "listings:write",
  rest: "PATCH /me/listings/{listing_id}",
  annotations: REPLACE,
  idempotent: true,
  input: ListingEditInput,
  output: OwnedListing.extend({ unproven: UnprovenValues }),

  explain: explainDraftFields,

  handler: (input, context) =>
    updateOwnListing(input.listing_id, editOf(input), context, async (tx, listing, before, unproven) => {
      const view = await prepareOwnerView(tx, listing, context, before);
      return (saved) => ({ ...view(saved), ...viewUnproven(unproven) });
    }),
});

/** Fields that only drafts have. */
const DRAFT_ALONE: readonly string[] = DRAFT_FIELDS.filter((name) => !(name in OwnerFieldsInput.shape));

async function explainDraftFields(
  faults: readonly Fault[],
  given: unknown,
  { store, caller, settings: { BASE_URL: baseUrl } }: Context<"listings:write">,
): Promise<Fault[]> {
  const fieldOf = ({ code, pointer = "" }: Fault): string | undefined =>
    DRAFT_ALONE.find((name) => code === "unknown_field" && pointer.endsWith(`/${name}`));
  const { data } = ListingEditInput.pick({ listing_id: true }).strip().safeParse(given);
  const listing = data && faults.some(fieldOf) && (await store.listings.findOwned(data.listing_id, caller.accountId));
  if (!listing) return [...faults];
  const draft = await store.drafts.findByListing(listing.id);
  const wayOf = (name: string): string => {
    if (draft?.accountId === caller.accountId)
      return `Call update_draft with id ${draft.id} and fields.${name}; the listing changes with it.`;
    if (name === "logo_url") return `Change it at ${manageUrl(listing, { baseUrl })}/pictures.`;
    return draft
      ? "The member of your team who submitted it can, with update_draft."
      : `It has no draft, so ask the site team: ${baseUrl}/contact.`;
  };
  return faults.map((fault) => {
    const name = fieldOf(fault);
    return name ? { ...fault, detail: `"${name}" cannot be set here. ${wayOf(name)}` } : fault;
  });
}
