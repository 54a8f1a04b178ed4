import { type Week, weekOfDay } from "../launches/launch-week.ts";
import type { Listing } from "../listings/listing.ts";

/** What a comment is about: a listing, or its launch, from the launch room to the end of its week. */
export type CommentSubject = "listing" | "launch";

/** A `deleted` comment has lost its text and its author, and stays only while its thread has replies. */
export type CommentStatus = "pending" | "published" | "rejected" | "deleted";

/** Why a comment waits for the site team. */
export const HOLDS = {
  first: "It is the first comment of this account.",
  links: "It has links, and this account is new here.",
  spam: "A rule against spam holds it back.",
} as const;
export type Hold = keyof typeof HOLDS;

/** What people can say to a comment with one press. */
export const REACTIONS = {
  helpful: "Helpful",
  love: "Love it",
  celebrate: "Congratulations",
  insight: "Good point",
} as const;
export type Reaction = keyof typeof REACTIONS;
export const REACTION_NAMES = Object.keys(REACTIONS) as Reaction[];

export const COMMENT_MAX = 4000;
/** From so many published comments on, links of an account are published at once. */
const TRUSTED_WITH_LINKS = 3;

/**
 * Why a comment waits, as a review does; undefined if it is published at once. Makers speak freely in the threads of their
 * own listing, and everybody else once the site team has read a comment of theirs.
 */
export function holdOf({ hasLink, published, isMaker }: { hasLink: boolean; published: number; isMaker: boolean }) {
  if (isMaker) return undefined;
  if (published === 0) return "first" satisfies Hold;
  return hasLink && published < TRUSTED_WITH_LINKS ? ("links" satisfies Hold) : undefined;
}

type Launching = Pick<Listing, "status" | "launchWeek">;

/** What a comment that is written now is about. */
export function subjectOf({ status, launchWeek }: Launching, now: Date, zone: string): CommentSubject {
  if (status !== "live") return "launch";
  const week: Week | undefined = launchWeek === null ? undefined : weekOfDay(launchWeek, zone);
  return week && now < week.endsAt ? "launch" : "listing";
}
