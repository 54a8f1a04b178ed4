import type { Listing } from "./listing.ts";

/** What choosing the free plan means for a listing: a place in the calendar, another look for its badge, or nothing. */
export type FreePlanStep =
  | { step: "reserve" | "check" }
  | { step: "refuse"; code: "listing_not_submitted" | "listing_state_conflict"; detail: string };

const refuse = (detail: string): FreePlanStep => ({ step: "refuse", code: "listing_state_conflict", detail });

export function freePlanStep({
  status,
  statusReason,
  plan,
  launchWeek,
}: Pick<Listing, "status" | "statusReason" | "plan" | "launchWeek">): FreePlanStep {
  const because = statusReason ? `: ${statusReason.replace(/\.$/, "")}` : "";
  switch (status) {
    case "draft":
      return { step: "reserve" };
    case "awaiting_badge":
    case "hidden":
      return { step: "check" };
    case "scheduled":
      return refuse(
        `This listing is scheduled${plan === "launch" ? ", its launch is paid," : ""} and goes live in the week of ${launchWeek}. There is nothing left to choose; follow it with get_my_listing.`,
      );
    case "live":
      return refuse("This listing is live; there is no plan left to choose. Change it with update_my_listing.");
    case "pending_review":
      return refuse(
        "The people who run this site are looking at this listing. Wait until get_my_listing shows another status, then choose.",
      );
    case "paused":
      return refuse("This listing is paused and keeps its plan: it goes on when the pause ends. See get_my_listing.");
    case "suspended":
      return refuse(`This listing was suspended${because}. Write to the people who run this site.`);
    case "rejected":
      return {
        step: "refuse",
        code: "listing_not_submitted",
        detail: `This listing was rejected${because}. Correct it with update_my_listing, then write to the people who run this site.`,
      };
    case "removed":
      return {
        step: "refuse",
        code: "listing_not_submitted",
        detail: "This listing was removed. Start again with submit_listing, then submit_draft.",
      };
  }
}
