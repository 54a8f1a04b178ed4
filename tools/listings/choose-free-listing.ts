import { z } from "zod";
import { CHECK_RETRY_SECONDS } from "#actions/await-job.ts";
import { chooseFreePlan, type FreePlanOutcome } from "#actions/listings/choose-free-plan.ts";
import { given } from "#domain/text/given.ts";
import { ADVANCE, defineTool } from "../define.ts";
import { findBadgeSubject, StyleInput, viewBadges } from "../schemas/badge.ts";
import { Id } from "../schemas/common.ts";
import { OwnedListing } from "../schemas/listing.ts";
import { ownerView } from "../schemas/owner-view.ts";

const STYLE = z.object(StyleInput).parse({});

export const chooseFreeListing = defineTool({
  name: "choose_free_listing",
  title: "Launch a listing for free",
  description: `Put a saved listing into the free queue: a launch week some weeks ahead is reserved, and the listing goes live with it
    once its badge is on its homepage. Give the person badge_code.html to place there.
    Call it again to check the homepage now.`,
  access: "listings:write",
  rest: "POST /me/listings/{listing_id}/free",
  annotations: ADVANCE,
  idempotent: true,
  input: z.strictObject({ listing_id: Id }),
  output: OwnedListing.extend({
    message: z.string().describe("what was done or found, and what comes next"),
    checking: z.boolean().describe("the homepage is still being checked: see get_my_listing in a few seconds"),
    badge_code: z
      .object({ html: z.string(), svg_url: z.string(), target_url: z.string(), more_styles: z.string() })
      .describe("what to put on the homepage"),
  }),
  working: "Looking for the badge",
  later: { isDone: ({ checking }) => !checking, retrySeconds: CHECK_RETRY_SECONDS },

  handler: ({ listing_id: id }, context) =>
    chooseFreePlan(id, context, async (tx, listing, outcome) => {
      const { BASE_URL: baseUrl, SITE_NAME: siteName } = context.settings;
      const view = await ownerView(tx, listing, context);
      const subject = given(await findBadgeSubject(tx, listing.slug));
      const { html, svg_url, target_url } = given(viewBadges(subject, { baseUrl, siteName }, STYLE)[0]);
      return {
        ...view,
        checking: outcome !== "checked",
        message: messageOf(outcome, view),
        ...(outcome === "checking" && { next_actions: ["get_my_listing", ...view.next_actions] }),
        badge_code: { html, svg_url, target_url, more_styles: `${target_url}/badges` },
      };
    }),
});

type Seen = Pick<z.input<typeof OwnedListing>, "status" | "launch_week" | "badge">;

function messageOf(outcome: FreePlanOutcome, { status, launch_week: week, badge }: Seen): string {
  if (outcome === "reserved" && week === null)
    return (
      "The listing is public once the badge is found. Put badge_code.html on the homepage, then call " +
      "choose_free_listing again."
    );
  if (outcome === "reserved")
    return (
      `A place in the week of ${week} is reserved, and sure once the badge is found. Put badge_code.html ` +
      `on the homepage, then call choose_free_listing again.`
    );
  if (outcome === "checking")
    return "The homepage is being checked now and has not answered yet. See get_my_listing in a few seconds.";
  const seen = badge.last_detail ?? "The homepage was not checked.";
  if (!badge.found) return `${seen} Correct it, then call choose_free_listing again.`;
  if (status === "pending_review") return `${seen} The site team reviews the listing before it is public.`;
  if (status === "live") return `${seen} The listing is live.`;
  return `${seen} The listing goes live ${week === null ? "in a few minutes" : `in the week of ${week}`}.`;
}
