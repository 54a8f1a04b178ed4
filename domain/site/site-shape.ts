import type { Feature, Noun } from "#languages/language.ts";

export const SUBMISSIONS = ["open", "members", "review", "admins"] as const;
/** Who may submit a listing, and whether the team looks at it before it is public. */
export type Submission = (typeof SUBMISSIONS)[number];

export const CADENCES = ["weeks", "days"] as const;
/** Whether launches race for a week, or each day has its race too. */
export type Cadence = (typeof CADENCES)[number];

export const LINK_POLICIES = ["nofollow", "ugc", "sponsored", "follow"] as const;
export type LinkPolicy = (typeof LINK_POLICIES)[number];

/** How the site works, as admins set it while it runs. */
export type SiteShape = {
  launches: boolean;
  /** What it calls what it lists. */
  noun: Noun;
  cadence: Cadence;
  votes: boolean;
  submission: Submission;
  /** What links of free and of paid listings tell search engines. */
  freeLinks: LinkPolicy;
  paidLinks: LinkPolicy;
};

export const DEFAULT_SHAPE: SiteShape = {
  launches: true,
  noun: "product",
  cadence: "weeks",
  votes: true,
  submission: "open",
  freeLinks: "nofollow",
  paidLinks: "nofollow",
};

const LACKED: Record<`${Cadence | false} ${boolean}`, readonly Feature[]> = {
  "weeks true": [],
  "weeks false": ["votes", "awards"],
  "days true": ["weekly"],
  "days false": ["weekly", "votes", "awards"],
  "false true": ["launches", "awards"],
  "false false": ["launches", "votes", "awards"],
};

/** What a site does without: the same list each time. */
export const lackedBy = ({ launches, cadence, votes }: SiteShape): readonly Feature[] =>
  LACKED[`${launches && cadence} ${votes}`];

type Shaped = { siteLook(): { shape: SiteShape } };
export const hasLaunches = (store: Shaped): boolean => store.siteLook().shape.launches;
/** Whether each day has a race, beside that of its week. */
export const isDaily = ({ siteLook }: Shaped): boolean => {
  const { launches, cadence } = siteLook().shape;
  return launches && cadence === "days";
};
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
