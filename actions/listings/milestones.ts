import { conflict, invalid, notFound } from "#core/errors/errors.ts";
import { checkMilestoneUrl } from "#domain/listings/check-fields.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { addMilestone as addTo, type NewMilestone, removeMilestone } from "#domain/listings/milestones.ts";
import { MOST } from "#domain/listings/section-fields.ts";
import { joined, t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Context } from "../context.ts";
import { editOwnListing } from "./save-edit.ts";

type Acting = Pick<Context<"listings:write">, "caller" | "now">;

export async function addMilestone(
  tx: Tx,
  id: number,
  milestone: NewMilestone,
  context: Acting,
): Promise<{ saved: Listing; milestoneId: number }> {
  const faults = checkMilestoneUrl(milestone.url, "/url");
  if (faults.length) throw invalid(faults);
  let milestoneId = 0;
  const saved = await editOwnListing(
    tx,
    id,
    ({ profile }) => {
      if (profile.milestones.length >= MOST.milestones)
        throw conflict(
          "milestone_limit",
          joined(
            [t`A listing has at most ${MOST.milestones} milestones.`, "Delete one with delete_milestone first."],
            " ",
          ),
        );
      const timeline = addTo(profile, milestone);
      milestoneId = timeline.lastMilestoneId;
      return { timeline };
    },
    context,
  );
  return { saved, milestoneId };
}

export const deleteMilestone = (tx: Tx, id: number, milestoneId: number, context: Acting): Promise<Listing> =>
  editOwnListing(
    tx,
    id,
    ({ profile }) => {
      const timeline = removeMilestone(profile, milestoneId);
      if (!timeline) throw notFound("milestone of this listing", milestoneId, "See get_my_listing.");
      return { timeline };
    },
    context,
  );
