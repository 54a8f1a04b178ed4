import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { removeMilestone } from "../../domain/milestones.ts";
import { DELETE, defineTool } from "../define.ts";
import { Id } from "../schemas/common.ts";
import { ChangedListing } from "../schemas/listing.ts";
import { editSection } from "./edit-section.ts";

export const deleteMilestone = defineTool({
  name: "delete_milestone",
  title: "Delete a milestone",
  description: `Take a milestone away from one of your listings. milestone_id comes from get_my_listing.`,
  access: "listings:write",
  rest: "DELETE /me/listings/{listing_id}/milestones/{milestone_id}",
  annotations: DELETE,
  idempotent: true,
  input: z.strictObject({ listing_id: Id, milestone_id: Id.describe("from get_my_listing") }),
  output: ChangedListing,

  async handler({ listing_id: id, milestone_id: milestoneId }, context) {
    return context.store.change(async (tx) => ({
      ...(await editSection(
        tx,
        id,
        "milestones",
        ({ profile }) => {
          const timeline = removeMilestone(profile, milestoneId);
          if (!timeline) throw notFound("milestone of this listing", milestoneId, "See get_my_listing.");
          return { timeline };
        },
        context,
      )),
      message: "Deleted.",
    }));
  },
});
