import { joined, type Text, t } from "#languages/words.ts";
import type { Listing } from "./listing.ts";

export type FreePlanStep =
  | { step: "reserve" | "check" }
  | { step: "refuse"; code: "listing_not_submitted" | "listing_state_conflict"; detail: Text };

const refuse = (detail: Text): FreePlanStep => ({ step: "refuse", code: "listing_state_conflict", detail });

export function freePlanStep({
  status,
  statusReason,
  plan,
  launchWeek,
  isDemo,
}: Pick<Listing, "status" | "statusReason" | "plan" | "launchWeek" | "isDemo">): FreePlanStep {
  const because = statusReason?.replace(/\.$/, "");
  switch (status) {
    case "draft":
      return isDemo
        ? refuse(t`This is a sample listing in a reviewer's account. It stays private and takes no launch week.`)
        : { step: "reserve" };
    case "awaiting_badge":
    case "hidden":
      return { step: "check" };
    case "scheduled":
      return refuse(
        joined(
          [
            plan === "launch"
              ? t`This listing has a paid launch and goes live in the week of ${launchWeek ?? ""}.`
              : t`This listing is scheduled and goes live in the week of ${launchWeek ?? ""}.`,
            "Use move_launch to move it.",
          ],
          " ",
        ),
      );
    case "live":
      return refuse(
        joined(
          [t`This listing is already live, so there is no plan to choose.`, "Edit it with update_my_listing."],
          " ",
        ),
      );
    case "pending_review":
      return refuse(
        joined(
          [t`The site team is reviewing this listing.`, "Wait until get_my_listing shows another status, then choose."],
          " ",
        ),
      );
    case "paused":
      return refuse(joined([t`This listing is paused and keeps its plan.`, "resume_listing shows it again."], " "));
    case "suspended":
      return refuse(
        because
          ? t`This listing was suspended: ${because}. Contact the site team.`
          : t`This listing was suspended. Contact the site team.`,
      );
    case "rejected":
      return {
        step: "refuse",
        code: "listing_not_submitted",
        detail: joined(
          [
            because ? t`This listing was rejected: ${because}.` : t`This listing was rejected.`,
            "Correct it with update_my_listing, then contact the site team.",
          ],
          " ",
        ),
      };
    case "removed":
      return {
        step: "refuse",
        code: "listing_not_submitted",
        detail: joined([t`This listing was removed.`, "Start again with submit_listing, then submit_draft."], " "),
      };
  }
}
