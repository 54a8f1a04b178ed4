import { z } from "zod";
import { addMilestone as add } from "#actions/listings/milestones.ts";
import { CREATE, defineTool } from "../define.ts";
import { Id } from "../schemas/common.ts";
import { ChangedListing } from "../schemas/listing.ts";
import { sectionView } from "../schemas/section-view.ts";
import { milestoneFields, milestoneOf } from "../schemas/sections.ts";

export const addMilestone = defineTool({
  name: "add_milestone",
  title: "Add a milestone",
  description: `Add a dated milestone to one of your listings.
    Others see it once the section is unlocked; message says whether it is.`,
  access: "listings:write",
  rest: "POST /me/listings/{listing_id}/milestones",
  status: 201,
  annotations: CREATE,
  idempotent: true,
  input: z.strictObject({ listing_id: Id, ...milestoneFields }),
  output: ChangedListing.extend({ milestone_id: z.int().describe("of the new milestone") }),

  handler: ({ listing_id: id, ...given }, context) =>
    context.store.change(async (tx) => {
      const { saved, milestoneId } = await add(tx, id, milestoneOf(given), context);
      return { ...(await sectionView(tx, saved, "milestones", context)), milestone_id: milestoneId };
    }),
});
