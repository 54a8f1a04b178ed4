import { z } from "zod";
import { deleteMilestone as remove } from "#actions/listings/milestones.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Id } from "../schemas/common.ts";
import { ChangedListing } from "../schemas/listing.ts";
import { sectionView } from "../schemas/section-view.ts";

export const deleteMilestone = defineTool({
  name: "delete_milestone",
  title: "Delete a milestone",
  description: "Delete a milestone from one of your listings.",
  access: "listings:write",
  rest: "DELETE /me/listings/{listing_id}/milestones/{milestone_id}",
  annotations: REPLACE,
  idempotent: true,
  input: z.strictObject({ listing_id: Id, milestone_id: Id.describe("from get_my_listing") }),
  output: ChangedListing,

  async confirm({ listing_id: id, milestone_id: milestoneId }, { store, caller }) {
    const listing = await store.listings.findOwned(id, caller.accountId);
    const milestone = listing?.profile.milestones.find((one) => one.id === milestoneId);
    return milestone && { message: `Delete the milestone “${milestone.title}” of ${milestone.date}?` };
  },

  handler: ({ listing_id: id, milestone_id: milestoneId }, context) =>
    context.store.change(async (tx) => {
      const saved = await remove(tx, id, milestoneId, context);
      return { ...(await sectionView(tx, saved, "milestones", context)), message: "Deleted." };
    }),
});
