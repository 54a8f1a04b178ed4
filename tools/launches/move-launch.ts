import { z } from "zod";
import { rescheduleLaunch } from "#actions/launches/reschedule.ts";
import { weekOfDay } from "#domain/launches/launch-week.ts";
import { given } from "#domain/text/given.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Id } from "../schemas/common.ts";
import { ChangedListing } from "../schemas/listing.ts";
import { ownerView } from "../schemas/owner-view.ts";

export const moveLaunch = defineTool({
  name: "move_launch",
  title: "Move a launch",
  description: `Move the coming launch of one of your listings to another week that has a place, up to three times.
    Its team and everybody who waits for the launch get an email. If the week has no place, the error names weeks that have one.`,
  access: "listings:write",
  rest: "PUT /me/listings/{listing_id}/week",
  annotations: REPLACE,
  isAddition: true,
  input: z.strictObject({ listing_id: Id, week: z.iso.date().describe("any day of the new week, YYYY-MM-DD") }),
  output: ChangedListing,

  async handler({ listing_id: listingId, week }, context) {
    const { monday } = given(weekOfDay(week, context.settings.SITE_TIMEZONE));
    const answer = await context.store.change(async (tx) => {
      const listing = await rescheduleLaunch(tx, { listingId, monday }, context.caller, context);
      return { ...(await ownerView(tx, listing, context)), message: `The launch is in the week of ${monday}.` };
    });
    context.wakeJobs();
    return answer;
  },
});
