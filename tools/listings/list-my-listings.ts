import { z } from "zod";
import { defineTool, READ } from "../define.ts";
import { listOf, pageRequest, paging, viewList } from "../schemas/common.ts";
import { OwnedSummary, viewOwnedSummary } from "../schemas/listing.ts";

export const listMyListings = defineTool({
  name: "list_my_listings",
  title: "My listings",
  description:
    "Every listing you own or edit, in any status, newest first, with its listing_id. Read one with get_my_listing.",
  access: "account:read",
  rest: "GET /me/listings",
  annotations: READ,
  input: z.strictObject(paging),
  output: listOf(OwnedSummary),

  async handler(input, { store, caller, settings }) {
    const request = pageRequest(input);
    return viewList(await store.listings.listOwned(caller.accountId, request), request, (listing) =>
      viewOwnedSummary(listing, { baseUrl: settings.BASE_URL }),
    );
  },
});
