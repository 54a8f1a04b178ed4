import { COMING, isPaid, type Listing, type ListingStatus } from "./listing.ts";

export const OWNER_STEPS = ["pause", "resume", "withdraw"] as const;
export type OwnerStep = (typeof OWNER_STEPS)[number];

const RULES: Record<OwnerStep, { from: readonly ListingStatus[]; to: ListingStatus; done: string }> = {
  pause: { from: ["live"], to: "paused", done: "paused" },
  resume: { from: ["paused"], to: "live", done: "resumed" },
  withdraw: { from: COMING, to: "draft", done: "withdrawn" },
};

const IN_CALENDAR = "move_launch moves its launch to another week, withdraw_listing cancels it.";

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
export function ownerStep(
  { status, plan }: Stepping,
  step: OwnerStep,
): { status: ListingStatus } | { refusal: string } {
  const { from, to, done } = RULES[step];
  if (status === to) return { status };
  if (!from.includes(status))
    return { refusal: `This listing is ${status.replaceAll("_", " ")}, so it cannot be ${done}. ${WAY_ON[status]}` };
  if (step === "withdraw" && isPaid({ plan }))
    return {
      refusal:
        "This launch is paid, so it cannot be withdrawn. Move it with move_launch, or ask the site team for " +
        "a refund: see the contact page.",
    };
  return { status: to };
}

export const openSteps = (listing: Stepping): OwnerStep[] =>
  OWNER_STEPS.filter((step) => {
    const next = ownerStep(listing, step);
    return "status" in next && next.status !== listing.status;
  });
