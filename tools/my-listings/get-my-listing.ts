import { z } from "zod";
import { defineTool, READ } from "../define.ts";
import { ownerExtras } from "../directory/listing-extras.ts";
import { Id } from "../schemas/common.ts";
import { OwnedListing, viewOwned } from "../schemas/listing.ts";
import { noListing } from "./no-listing.ts";

export const getMyListing = defineTool({
  name: "get_my_listing",
  title: "Read my listing",
  description:
    "The owner's view of one of your listings: the full profile with status, plan, launch week and unlocked sections. listing_id comes from list_my_listings.",
  access: "account:read",
  rest: "GET /me/listings/{listing_id}",
  annotations: READ,
  input: z.strictObject({ listing_id: Id }),
  output: OwnedListing,

  async handler({ listing_id: id }, { store, caller, settings, now }) {
    const listing = await store.listings.findOwned(id, caller.accountId);
    if (!listing) throw noListing(id);
    const draft = await store.drafts.findByListing(id);
    return viewOwned(
      listing,
      draft?.accountId === caller.accountId ? draft.id : null,
      { baseUrl: settings.BASE_URL },
      await ownerExtras(store, listing, now()),
    );
  },
});
