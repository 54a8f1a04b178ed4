import { z } from "zod";
import { editableListing } from "#actions/own.ts";
import { defineTool, READ } from "../define.ts";
import { Id } from "../schemas/common.ts";
import { OwnedListing } from "../schemas/listing.ts";
import { ownerView } from "../schemas/owner-view.ts";

export const getMyListing = defineTool({
  name: "get_my_listing",
  title: "Read my listing",
  description:
    "The owner's view of one of your listings: the full profile with status, plan, launch week and unlocked sections.",
  access: "account:read",
  rest: "GET /me/listings/{listing_id}",
  annotations: READ,
  input: z.strictObject({ listing_id: Id }),
  output: OwnedListing,

  handler: async ({ listing_id: id }, context) =>
    ownerView(context.store, await editableListing(context.store, id, context.caller), context),
});
