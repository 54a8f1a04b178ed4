import { t } from "#languages/words.ts";
import { given } from "../text/given.ts";

export const HALF_LIFE_MS = 48 * 3600_000;
/** Time origin for vote ages. No vote is older. */
const LANDMARK_MS = Date.UTC(2020, 0, 1);

/** Log2 of a vote's weight. It grows by one per half-life, so existing sums never need updating. */
const logWeight = (at: Date): number => (at.getTime() - LANDMARK_MS) / HALF_LIFE_MS;

/**
 * Adds a vote to a trending score: log2 of the sum of all weights. Scores compare like the sums of
 * 2^(-age / 48 h) at any time, without overflow. 0 means no votes.
 */
export function addToTrending(trending: number, at: Date): number {
  const added = logWeight(at);
  if (trending === 0) return added;
  const [low, high] = trending < added ? [trending, added] : [added, trending];
  return high + Math.log1p(2 ** (low - high)) / Math.LN2;
}

export const trendingOf = (votes: readonly Date[]): number => votes.reduce(addToTrending, 0);

/** The score at a time: the sum of 2^(-age / 48 h). */
export const trendingAt = (trending: number, now: Date): number =>
  trending === 0 ? 0 : 2 ** (trending - logWeight(now));

export type Contender = {
  listingId: number;
  votes: number;
  /** When the last of these votes was cast; null without votes. */
  reachedAt: Date | null;
  launchedAt: Date;
};

/**
 * Order within a week: more votes, then reached them first, then launched earlier, then lower id.
 */
export const byWeekRank = (a: Contender, b: Contender): number =>
  b.votes - a.votes ||
  (a.reachedAt?.getTime() ?? 0) - (b.reachedAt?.getTime() ?? 0) ||
  a.launchedAt.getTime() - b.launchedAt.getTime() ||
  a.listingId - b.listingId;

const PLACES = [1, 2, 3] as const;
export type Place = (typeof PLACES)[number];
/** A week is final this long after its end, so that addresses can be confirmed and fraud found. */
export const SETTLING_MS = 24 * 3600_000;

export type Placed = { place: Place; listingId: number; votes: number; tied: boolean; reachedAt: Date };

/** Up to three listings with votes. `tied`: another launch had as many votes. */
export function placesOf(contenders: readonly Contender[]): Placed[] {
  return contenders
    .filter(({ votes }) => votes > 0)
    .sort(byWeekRank)
    .slice(0, PLACES.length)
    .map(({ listingId, votes, reachedAt }, index) => ({
      place: given(PLACES[index]),
      listingId,
      votes,
      tied: contenders.some((other) => other.listingId !== listingId && other.votes === votes),
      reachedAt: given(reachedAt),
    }));
}

/** Ranks and ties of a page of rows. Includes one neighbour on each side. */
export function ranked<T>(
  rows: readonly T[],
  { first, count, leads }: { first: number; count: number; leads: boolean },
  figureOf: (row: T) => number,
): { rank: number; row: T; tied: boolean }[] {
  const start = leads ? 1 : 0;
  return rows.slice(start, start + count).map((row, index) => {
    const before = rows[start + index - 1];
    const after = rows[start + index + 1];
    const isSame = (other: T | undefined) => other !== undefined && figureOf(other) === figureOf(row);
    return { rank: first + index, row, tied: isSame(before) || isSame(after) };
  });
}

export const REVENUE_MAX_AGE_MS = 35 * 24 * 3600_000;

/** Beside those of weeks, where each day has a race. */
export const DAY_RULE = t`A day runs from 00:00 to the next 00:00. Its board counts votes cast on the day, for listings launched on it. They count for the week too.`;

/** The published rules, for the page and get_site_info. */
export const RANKING_RULES = {
  votes: [
    t`Each person has one vote per listing, with weight 1. A vote that is removed and given again keeps its first date.`,
    t`Only people who are signed in on the site can vote. API keys, tokens, tools, imports and seeds cannot.`,
    t`A vote counts if the voter's email address is confirmed and the voter is not on the listing's team.`,
    t`Bursts of votes from one network or from new accounts are stored but not counted. No vote is deleted.`,
    t`The site team may restore a vote or stop counting one. The audit log records each decision.`,
  ],
  trending: [t`Trending is the sum of all counted votes. A vote loses half of its weight every 48 hours.`],
  weeks: [
    t`A week runs from Monday 00:00 to the next Monday 00:00 in the site's time zone.`,
    t`A week's board counts votes cast during the week, for listings launched in it.`,
    t`Ties go to the listing that reached its votes first, then to the earlier launch, then to the lower id.`,
  ],
  awards: [
    t`24 hours after a week ends, its top three launches with at least one counted vote win Launch of the Week.`,
    t`Launch of the Month and Launch of the Year go to the best winners of the weeks that begin in that month or year, with the same vote counts.`,
    t`Awards keep the vote counts of that day. Demo listings cannot win. Payments have no effect.`,
  ],
  boards: [
    t`Community boards rank by counted votes.`,
    t`In search, feeds, categories and boards, ties go to what was public first, then to the listing that was saved first.`,
    t`The billboard ranks by amount paid; ties go to the first to pay. It is always labelled as paid and affects nothing else.`,
    t`The Domain Rating board shows figures from a third party. Domains it does not know have no figure.`,
    t`The revenue board shows only figures that a payment provider or an admin has verified in the last 35 days.`,
  ],
} as const;
