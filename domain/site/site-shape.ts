import type { Feature } from "#languages/language.ts";

export const SUBMISSIONS = ["open", "members", "review", "admins"] as const;
/** Who may submit a listing, and whether the team looks at it before it is public. */
export type Submission = (typeof SUBMISSIONS)[number];

export const LINK_POLICIES = ["nofollow", "ugc", "sponsored", "follow"] as const;
export type LinkPolicy = (typeof LINK_POLICIES)[number];

/** How the site works, as admins set it while it runs. */
export type SiteShape = {
  launches: boolean;
  votes: boolean;
  submission: Submission;
  /** What links of free and of paid listings tell search engines. */
  freeLinks: LinkPolicy;
  paidLinks: LinkPolicy;
};

export const DEFAULT_SHAPE: SiteShape = {
  launches: true,
  votes: true,
  submission: "open",
  freeLinks: "nofollow",
  paidLinks: "nofollow",
};

const LACKED: Record<`${boolean} ${boolean}`, readonly Feature[]> = {
  "true true": [],
  "true false": ["votes", "awards"],
  "false true": ["launches", "awards"],
  "false false": ["launches", "votes", "awards"],
};

/** What a site does without: the same list each time. */
export const lackedBy = ({ launches, votes }: SiteShape): readonly Feature[] => LACKED[`${launches} ${votes}`];

type Shaped = { siteLook(): { shape: SiteShape } };
export const hasLaunches = (store: Shaped): boolean => store.siteLook().shape.launches;
export const hasAwards = (store: Shaped): boolean => hasLaunches(store) && hasVotes(store);
export const hasVotes = (store: Shaped): boolean => store.siteLook().shape.votes;

/** Links in what other people wrote. */
export const UNTRUSTED = "nofollow ugc noopener";
const RELS: Record<LinkPolicy, string> = {
  nofollow: UNTRUSTED,
  ugc: "ugc noopener",
  sponsored: "sponsored noopener",
  follow: "noopener",
};

/** What a listing's links to its own website and profiles tell search engines. */
export const relOf = ({ is_paid: isPaid }: { is_paid: boolean }, { freeLinks, paidLinks }: SiteShape): string =>
  RELS[isPaid ? paidLinks : freeLinks];
/** A link that is counted leads through an address that search engines leave out. */
export const isFollowed = (rel: string): boolean => rel === RELS.follow;
