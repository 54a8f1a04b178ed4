import { joined, type Text, t, type Words } from "#languages/words.ts";
import { COMING, isPaid, LISTING_STATES, type Listing, type ListingStatus } from "./listing.ts";

export const OWNER_STEPS = ["pause", "resume", "withdraw"] as const;
export type OwnerStep = (typeof OWNER_STEPS)[number];

const RULES: Record<OwnerStep, { from: readonly ListingStatus[]; to: ListingStatus; undone: (state: Text) => Words }> =
  {
    pause: { from: ["live"], to: "paused", undone: (state) => t`This listing is ${state}, so it cannot be paused.` },
    resume: { from: ["paused"], to: "live", undone: (state) => t`This listing is ${state}, so it cannot be resumed.` },
    withdraw: { from: COMING, to: "draft", undone: (state) => t`This listing is ${state}, so it cannot be withdrawn.` },
  };

const IN_CALENDAR = "move_launch moves its launch to another week, withdraw_listing cancels it.";

/** For programs: pages offer the same by buttons. */
const WAY_ON: Record<ListingStatus, string> = {
  draft: "It is not public. choose_free_listing or create_checkout launches it.",
  awaiting_badge: IN_CALENDAR,
  scheduled: IN_CALENDAR,
  live: "pause_listing hides it.",
  pending_review: "Wait for the site team's decision: see get_my_listing.",
  rejected: "Correct it with update_my_listing, then write to the site team.",
  paused: "resume_listing shows it again.",
  hidden: "Put its badge back on its homepage, then call choose_free_listing.",
  suspended: "Write to the site team.",
  removed: "Start again with submit_listing.",
};

type Stepping = Pick<Listing, "status" | "plan">;

/**
 * The status after a step, or why it is not possible and what is. Repeating a step changes nothing.
 */
export function ownerStep({ status, plan }: Stepping, step: OwnerStep): { status: ListingStatus } | { refusal: Text } {
  const { from, to, undone } = RULES[step];
  if (status === to) return { status };
  if (!from.includes(status)) return { refusal: joined([undone(LISTING_STATES[status]), WAY_ON[status]], " ") };
  if (step === "withdraw" && isPaid({ plan }))
    return {
      refusal: joined(
        [
          t`This launch is paid, so it cannot be withdrawn.`,
          "Move it with move_launch, or ask the site team for a refund: see the contact page.",
        ],
        " ",
      ),
    };
  return { status: to };
}

export const openSteps = (listing: Stepping): OwnerStep[] =>
  OWNER_STEPS.filter((step) => {
    const next = ownerStep(listing, step);
    return "status" in next && next.status !== listing.status;
  });
