import { joined, type Text, t } from "#languages/words.ts";
import type { Listing } from "../listings/listing.ts";

/** How often a team may move its launch. Accepting an offered place does not count. */
export const MOST_MOVES = 3;

export type Placement = "free" | "paid";
type Moving = Pick<Listing, "status" | "plan" | "launchWeek" | "launchedAt" | "isDemo">;

export function moveRule(
  { status, plan, launchWeek, launchedAt, isDemo }: Moving,
  { thisMonday, moves }: { thisMonday: string; moves: number },
): Placement | { refusal: Text } {
  if (isDemo) return { refusal: t`This listing is a sample, so its launch cannot be moved.` };
  if (launchedAt !== null || status === "live")
    return {
      refusal: joined([t`It has already launched, so the launch cannot be moved.`, "pause_listing hides it."], " "),
    };
  if ((status !== "scheduled" && status !== "awaiting_badge") || launchWeek === null)
    return {
      refusal: joined([t`It has no launch week yet.`, "Choose one with choose_free_listing or create_checkout."], " "),
    };
  if (launchWeek <= thisMonday) return { refusal: t`Its launch week has started, so the launch cannot be moved.` };
  if (moves >= MOST_MOVES)
    return { refusal: t`You have moved this launch ${MOST_MOVES} times. Ask the site team to move it again.` };
  return plan === "launch" ? "paid" : "free";
}
