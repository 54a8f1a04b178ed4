import { z } from "zod";
import { conflict, invalid } from "../../core/errors.ts";
import { checkMilestoneUrl } from "../../domain/check-fields.ts";
import { addMilestone as addTo } from "../../domain/milestones.ts";
import { MOST } from "../../domain/section-fields.ts";
import { CREATE, defineTool } from "../define.ts";
import { Id } from "../schemas/common.ts";
import { ChangedListing } from "../schemas/listing.ts";
import { milestoneFields, milestoneOf } from "../schemas/sections.ts";
import { editSection } from "./edit-section.ts";

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

  async handler({ listing_id: id, ...given }, context) {
    const faults = checkMilestoneUrl(given.url, "/url");
    if (faults.length) throw invalid(faults);
    return context.store.change(async (tx) => {
      let milestoneId = 0;
      const view = await editSection(
        tx,
        id,
        "milestones",
        ({ profile }) => {
          if (profile.milestones.length >= MOST.milestones) {
            throw conflict(
              "milestone_limit",
              `A listing has at most ${MOST.milestones} milestones. Take one away with delete_milestone first.`,
            );
          }
          const timeline = addTo(profile, milestoneOf(given));
          milestoneId = timeline.lastMilestoneId;
          return { timeline };
        },
        context,
      );
      return { ...view, milestone_id: milestoneId };
    });
  },
});
