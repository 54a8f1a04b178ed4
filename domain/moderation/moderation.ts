import type { Listing, ListingStatus } from "../listings/listing.ts";

export const MODERATION_STEPS = ["review", "approve", "reject", "suspend", "restore"] as const;
export type ModerationStep = (typeof MODERATION_STEPS)[number];

const HELD: readonly ListingStatus[] = ["pending_review", "rejected", "suspended"];
export const isHeld = (status: ListingStatus): boolean => HELD.includes(status);

export const needsReason = (step: ModerationStep): boolean => step === "reject" || step === "suspend";

export function stepsFor(status: ListingStatus): ModerationStep[] {
  switch (status) {
    case "pending_review":
      return ["approve", "reject", "suspend"];
    case "rejected":
      return ["approve", "suspend"];
    case "suspended":
      return ["restore"];
    case "removed":
      return [];
    default:
      return ["review", "suspend"];
  }
}

type Held = Pick<Listing, "status" | "plan" | "launchedAt" | "launchWeek"> & { statusBefore: ListingStatus | null };
export type HeldState = { status: ListingStatus; statusReason: string | null; statusBefore: ListingStatus | null };

/** The status of a listing after review: the previous one, or the one its launch implies. */
function letGo({ statusBefore, plan, launchedAt, launchWeek }: Held): ListingStatus {
  if (statusBefore) return statusBefore;
  if (launchedAt) return "live";
  if (!launchWeek) return "draft";
  return plan === "launch" ? "scheduled" : "awaiting_badge";
}

/** The listing after an action; undefined if its status does not allow it. */
export function moderate(listing: Held, step: ModerationStep, reason: string | null): HeldState | undefined {
  if (!stepsFor(listing.status).includes(step)) return undefined;
  if (step === "approve" || step === "restore")
    return { status: letGo(listing), statusReason: null, statusBefore: null };
  const status = ({ review: "pending_review", reject: "rejected", suspend: "suspended" } as const)[step];
  return {
    status,
    statusReason: reason,
    statusBefore: isHeld(listing.status) ? listing.statusBefore : listing.status,
  };
}
