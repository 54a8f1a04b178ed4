import { t } from "#languages/words.ts";
import { type Week, weekOfDay } from "../launches/launch-week.ts";
import type { Listing } from "../listings/listing.ts";
import { keysOf } from "../text/keys.ts";

/** A comment is about the listing, or about its launch until the end of the launch week. */
export type CommentSubject = "listing" | "launch";

/** A `deleted` comment has no text or author; it stays only while its thread has replies. */
export type CommentStatus = "pending" | "published" | "rejected" | "deleted";

export const HOLDS = {
  first: t`First comment from this account.`,
  links: t`Links from a new account.`,
  spam: t`Matches a spam rule.`,
} as const;
export type Hold = keyof typeof HOLDS;

export const REACTIONS = {
  helpful: t`Helpful`,
  love: t`Love it`,
  celebrate: t`Congratulations`,
  insight: t`Good point`,
} as const;
export type Reaction = keyof typeof REACTIONS;
export const REACTION_NAMES = keysOf(REACTIONS);

export const COMMENT_MAX = 4000;
/** Accounts with this many published comments may post links without review. */
const TRUSTED_WITH_LINKS = 3;

/**
 * Why a comment is held, or undefined if it is published at once. Makers post freely on their own
 * listing, others once a comment of theirs was approved.
 */
export function holdOf({ hasLink, published, isMaker }: { hasLink: boolean; published: number; isMaker: boolean }) {
  if (isMaker) return undefined;
  if (published === 0) return "first" satisfies Hold;
  return hasLink && published < TRUSTED_WITH_LINKS ? ("links" satisfies Hold) : undefined;
}

type Launching = Pick<Listing, "status" | "launchWeek">;

export function subjectOf({ status, launchWeek }: Launching, now: Date, zone: string): CommentSubject {
  if (status !== "live") return "launch";
  const week: Week | undefined = launchWeek === null ? undefined : weekOfDay(launchWeek, zone);
  return week && now < week.endsAt ? "launch" : "listing";
}
